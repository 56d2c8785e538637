/** The form of custom rate limits, with a row for each rule. Unsaved rows stay while the page is open. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { LimitSet } from '../../../../shared/model/operation.ts';
import type { RateRule } from '../../../../shared/model/rates.ts';
import { rulesText } from '../../../text/rate-text.ts';
import { focusFirstIssue } from '../../../ui/focus-first-issue.ts';
import { IconAlertTriangle, IconPlus } from '../../../ui/icons.ts';
import styles from '../connections.module.css';
import { exceededRules, MAX_RULES, parseRows, type RuleRow, rowOf } from './limit-form.ts';
import { LimitRow } from './limit-row.tsx';

export function CustomLimits({
  rows,
  onChange,
  sets,
  saved,
  pending,
  onSave,
}: {
  rows: readonly RuleRow[];
  onChange: (change: (rows: RuleRow[]) => RuleRow[]) => void;
  sets: readonly LimitSet[];
  /** The saved custom rules; null while a set of the preset is in use. */
  saved: readonly RateRule[] | null;
  pending: boolean;
  onSave: (rules: RateRule[]) => void;
}) {
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
        <Button type="submit" size="xs" loading={pending} disabled={unchanged}>
          {unchanged ? 'In use' : 'Use these rules'}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={rows.length >= MAX_RULES}
          onClick={() => onChange((known) => [...known, rowOf()])}
        >
          Add a rule
        </Button>
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
