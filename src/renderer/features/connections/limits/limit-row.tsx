/** A row for one rate limit: requests per second, minute, hour, day or another window. */
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { CountInput } from '../../../ui/count-input.tsx';
import { IconTrash } from '../../../ui/icons.ts';
import styles from '../connections.module.css';
import { type RuleIssues, type RuleRow, UNITS } from './limit-form.ts';

const UNIT_LABELS: Record<RuleRow['unit'], string> = {
  second: 'per second',
  minute: 'per minute',
  hour: 'per hour',
  day: 'per day',
  other: 'other window',
};

export function LimitRow({
  row,
  number,
  issues,
  onChange,
  onRemove,
}: {
  row: RuleRow;
  /** The position of the rule from 1, for accessible names. */
  number: number;
  issues: RuleIssues;
  onChange: (changes: Partial<RuleRow>) => void;
  onRemove: () => void;
}) {
  return (
    <div className={styles.limitRow} data-other-window={row.unit === 'other' || undefined}>
      <CountInput
        aria-label={`Requests of rule ${number}`}
        placeholder="Requests"
        value={row.limit}
        onChange={(limit) => onChange({ limit })}
        error={issues.limit}
        min={1}
        max={1_000_000}
      />
      <NativeSelect
        aria-label={`Window of rule ${number}`}
        data={UNITS.map((value) => ({ value, label: UNIT_LABELS[value] }))}
        value={row.unit}
        error={row.unit === 'other' ? undefined : issues.window}
        onChange={({ currentTarget: { value } }) => onChange({ unit: UNITS.find((unit) => unit === value) ?? 'other' })}
      />
      {row.unit === 'other' ? (
        <TextInput
          aria-label={`Seconds of rule ${number}`}
          placeholder="Seconds"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={row.seconds}
          error={issues.window}
          rightSection="s"
          onChange={({ currentTarget: { value } }) => onChange({ seconds: value.trim() })}
        />
      ) : null}
      <ActionIcon size="lg" onClick={onRemove} aria-label={`Remove rule ${number}`}>
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </div>
  );
}
