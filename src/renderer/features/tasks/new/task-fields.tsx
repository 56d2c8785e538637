/** The fields for a new task: kind, days, and listings or nights and guests. */
import { Radio, Select } from '@mantine/core';
import { activeApplicationOf } from '../../../../shared/connection/account.ts';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { useAudience } from '../../../ipc/use-audience.ts';
import { WORDS } from '../../../text/words.ts';
import { CountInput } from '../../../ui/count-input.tsx';
import { DayRange } from '../../../ui/day-range.tsx';
import { IconMoon, IconUsers } from '../../../ui/icons.ts';
import styles from '../tasks.module.css';
import { ListingsField } from './listings-field.tsx';
import { MAX_GUESTS, MAX_NIGHTS, type TaskForm, type TaskIssues } from './task-form.ts';

const KINDS = ['calendars', 'stays'] as const;

export function TaskFields({
  form,
  issues,
  connection,
  today,
  listingCount,
  onChange,
}: {
  form: TaskForm;
  issues: TaskIssues;
  connection: Connection;
  today: PlainDate;
  listingCount: number | undefined;
  onChange: (changes: Partial<TaskForm>) => void;
}) {
  const words = WORDS[useAudience()];
  const stays = form.kind === 'stays';
  return (
    <>
      <Radio.Group
        label="What the task does"
        labelProps={{ className: 'lk-unseen' }}
        value={form.kind}
        onChange={(value) => onChange({ kind: value === 'stays' ? 'stays' : 'calendars' })}
      >
        <div className={styles.kinds}>
          {KINDS.map((kind) => (
            <Radio
              key={kind}
              className={styles.kind ?? ''}
              value={kind}
              label={words[kind].title}
              description={words[kind].about}
            />
          ))}
        </div>
      </Radio.Group>
      <div className={styles.fields}>
        <DayRange
          label={stays ? 'Check-in days' : 'Days'}
          days={stays ? form.checkIns : form.days}
          today={today}
          error={issues.days}
          onChange={(days) => onChange(stays ? { checkIns: days } : { days })}
        />
        {connection.applications.length > 1 ? (
          <Select
            label={words.application}
            data={connection.applications.map(({ id, label }) => ({ value: id, label }))}
            value={form.applicationId ?? activeApplicationOf(connection)?.id ?? null}
            allowDeselect={false}
            onChange={(applicationId) => onChange({ applicationId })}
          />
        ) : null}
        {stays ? (
          <div className={styles.counts}>
            <CountInput
              label="Nights"
              withAsterisk
              leftSection={<IconMoon size={16} aria-hidden />}
              value={form.nights}
              onChange={(nights) => onChange({ nights })}
              error={issues.nights}
              min={1}
              max={MAX_NIGHTS}
            />
            <CountInput
              label="Guests"
              placeholder="Any number"
              leftSection={<IconUsers size={16} aria-hidden />}
              value={form.guests}
              onChange={(guests) => onChange({ guests })}
              error={issues.guests}
              min={1}
              max={MAX_GUESTS}
            />
          </div>
        ) : null}
      </div>
      {stays ? null : (
        <ListingsField
          connectionId={connection.id}
          scope={form.listingScope}
          listingCount={listingCount}
          listings={form.listings}
          error={issues.listings}
          onChange={onChange}
        />
      )}
    </>
  );
}
