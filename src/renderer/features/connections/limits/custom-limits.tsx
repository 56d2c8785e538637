/** The form of custom rate limits, with a row for each rule. Unsaved rows stay while the page is open. */
import { ActionIcon, Alert, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { LimitSet } from '../../../../shared/model/operation.ts';
import type { RateRule } from '../../../../shared/model/rates.ts';
import { rulesText } from '../../../text/rate-text.ts';
import { CountInput } from '../../../ui/count-input.tsx';
import { focusFirstIssue } from '../../../ui/focus-first-issue.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconAlertTriangle, IconPlus, IconTrash } from '../../../ui/icons.ts';
import styles from '../connections.module.css';
import { exceededRules, MAX_RULES, parseRows, type RuleIssues, type RuleRow, rowOf, UNITS } from './limit-form.ts';

interface CustomLimitsProps {
  rows: readonly RuleRow[];
  onChange: (change: (rows: RuleRow[]) => RuleRow[]) => void;
  sets: readonly LimitSet[];
  /** The saved custom rules; null while a set of the preset is in use. */
  saved: readonly RateRule[] | null;
  pending: boolean;
  onSave: (rules: RateRule[]) => void;
}

export function CustomLimits({ rows, onChange, sets, saved, pending, onSave }: CustomLimitsProps) {
  const [checked, setChecked] = useState(false);
  const parsed = parseRows(rows);
  const issues = checked && 'issues' in parsed ? parsed.issues : [];
  const rules = 'rules' in parsed ? parsed.rules : null;
  const unchanged = rules !== null && saved !== null && rulesText(rules) === rulesText(saved);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (rules) onSave(rules);
    else focusFirstIssue(event.currentTarget);
  };
  return (
    <form className={styles.customLimits} onSubmit={submit} noValidate aria-label="Custom rules">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No custom limits; server-reported limits apply.
        </Text>
      ) : null}
      {rows.map((row, index) => (
        <LimitRow
          key={row.key}
          row={row}
          number={index + 1}
          issues={issues[index] ?? {}}
          onChange={(changes) =>
            onChange((known) => known.map((other) => (other.key === row.key ? { ...other, ...changes } : other)))
          }
          onRemove={() => onChange((known) => known.filter((other) => other.key !== row.key))}
        />
      ))}
      {rules ? <LooserNotice rules={rules} sets={sets} /> : null}
      <Group gap="xs">
        <Button variant="filled" type="submit" size="xs" loading={pending} disabled={unchanged}>
          {unchanged ? 'In use' : 'Use these rules'}
        </Button>
        <IconButton
          Icon={IconPlus}
          size="xs"
          disabled={rows.length >= MAX_RULES}
          onClick={() => onChange((known) => [...known, rowOf()])}
        >
          Add a rule
        </IconButton>
      </Group>
    </form>
  );
}

/** Warns when the custom rules allow more than published limits. */
function LooserNotice({ rules, sets }: { rules: readonly RateRule[]; sets: readonly LimitSet[] }) {
  const exceeded = sets
    .map(({ id, title, rules: published }) => ({ id, title, rules: exceededRules(rules, published) }))
    .filter(({ rules }) => rules.length > 0);
  if (exceeded.length === 0) return null;
  return (
    <Alert
      role="status"
      className="lk-alert-warn"
      variant="light"
      p="xs"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      {exceeded.map(({ id, title, rules }) => (
        <Text key={id} size="sm">
          {`These rules exceed “${title}” (${rulesText(rules)}): the service may answer 429.`}
        </Text>
      ))}
    </Alert>
  );
}

const UNIT_LABELS: Record<RuleRow['unit'], string> = {
  second: 'per second',
  minute: 'per minute',
  hour: 'per hour',
  day: 'per day',
  other: 'other window',
};

interface LimitRowProps {
  row: RuleRow;
  /** The position of the rule from 1, for accessible names. */
  number: number;
  issues: RuleIssues;
  onChange: (changes: Partial<RuleRow>) => void;
  onRemove: () => void;
}

/** A row for one rate limit: requests per second, minute, hour, day or another window. */
function LimitRow({ row, number, issues, onChange, onRemove }: LimitRowProps) {
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
