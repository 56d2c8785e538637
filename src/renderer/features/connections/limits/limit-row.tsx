/** One rule: requests per second, minute, hour, day or another window. */
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { CountInput } from '../../../ui/count-input.tsx';
import styles from '../connections.module.css';
import { type RuleFields, type RuleIssues, UNITS } from './limit-form.ts';

const UNIT_LABELS: Record<RuleFields['unit'], string> = {
  second: 'per second',
  minute: 'per minute',
  hour: 'per hour',
  day: 'per day',
  own: 'other window',
};

export function LimitRow({
  row,
  place,
  issues,
  onChange,
  onRemove,
}: {
  row: RuleFields;
  /** Its position, from 1, used in accessible names. */
  place: number;
  issues: RuleIssues;
  onChange: (changes: Partial<RuleFields>) => void;
  onRemove: () => void;
}) {
  return (
    <div className={styles.limitRow} data-own={row.unit === 'own' || undefined}>
      <CountInput
        aria-label={`Requests of rule ${place}`}
        placeholder="Requests"
        value={row.limit}
        onChange={(limit) => onChange({ limit })}
        error={issues.limit}
        min={1}
        max={1_000_000}
      />
      <NativeSelect
        aria-label={`Window of rule ${place}`}
        data={UNITS.map((value) => ({ value, label: UNIT_LABELS[value] }))}
        value={row.unit}
        error={row.unit === 'own' ? undefined : issues.window}
        onChange={({ currentTarget: { value } }) => onChange({ unit: UNITS.find((unit) => unit === value) ?? 'own' })}
      />
      {row.unit === 'own' ? (
        <TextInput
          aria-label={`Seconds of rule ${place}`}
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
      <ActionIcon size="lg" onClick={onRemove} aria-label={`Remove rule ${place}`}>
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </div>
  );
}
