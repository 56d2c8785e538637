/** A choice between a few values in one line, drawn without a measurement of the page: Mantine's control measures it several times as it appears. */
import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react';
import styles from './segmented-control.module.css';

export interface SegmentedControlProps<Value extends string>
  extends Pick<ComponentPropsWithoutRef<'div'>, 'aria-label' | 'aria-labelledby' | 'aria-describedby' | 'className'> {
  data: readonly (Value | { value: Value; label: ReactNode })[];
  value: Value;
  onChange: (value: Value) => void;
  size?: 'xs' | 'sm';
  /** Whether the control is as wide as its parent. */
  fullWidth?: boolean;
  disabled?: boolean;
  labelClassName?: string | undefined;
}

export function SegmentedControl<Value extends string>({
  data,
  value: chosen,
  onChange,
  size = 'sm',
  fullWidth = false,
  disabled = false,
  className = '',
  labelClassName = '',
  ...names
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div
      {...names}
      role="radiogroup"
      className={`${styles.root} ${className}`}
      data-size={size}
      data-full-width={fullWidth || undefined}
    >
      {data.map((item) => {
        const { value, label } = typeof item === 'string' ? { value: item, label: item } : item;
        return (
          <label key={value} className={styles.item} data-active={value === chosen || undefined}>
            <input
              type="radio"
              className={styles.input}
              name={name}
              value={value}
              checked={value === chosen}
              disabled={disabled}
              onChange={() => onChange(value)}
            />
            <span className={`${styles.label} ${labelClassName}`}>{label}</span>
          </label>
        );
      })}
    </div>
  );
}
