/** A field for a small whole number. It keeps the typed text; the form rejects a sign, point or exponent. */
import { TextInput } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './count-input.module.css';
import { IconChevronDown, IconChevronUp } from './icons.ts';
import { useSelectOnce } from './use-select-once.ts';

const MAX_LENGTH = 12;

interface Props {
  /** The text in the field; empty for no value. */
  value: string;
  onChange: (text: string) => void;
  /** The bounds of the step buttons; typed text may exceed them. */
  min: number;
  max: number;
  label?: string;
  'aria-label'?: string;
  placeholder?: string;
  size?: 'xs';
  leftSection?: ReactNode;
  withAsterisk?: boolean;
  error?: ReactNode;
}

export function CountInput({ value, onChange, min, max, ...field }: Props) {
  const step = (by: number) => {
    const known = /^\d+$/.test(value.trim()) ? Number(value) : null;
    onChange(String(known === null ? min : Math.min(max, Math.max(min, known + by))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  // The step buttons are for the pointer; the keyboard uses the arrow keys.
  const button = (by: 1 | -1) => (
    <button type="button" tabIndex={-1} aria-hidden className={styles.step} onClick={() => step(by)}>
      {by === 1 ? <IconChevronUp size={13} /> : <IconChevronDown size={13} />}
    </button>
  );
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_LENGTH}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      onKeyDown={onKeyDown}
      {...useSelectOnce()}
      rightSectionWidth={26}
      rightSection={
        <span className={styles.steps}>
          {button(1)}
          {button(-1)}
        </span>
      }
    />
  );
}
