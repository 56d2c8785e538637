/** The fields for a new task: kind, days, and listings or nights and guests. */
import { Input, MultiSelect, Radio } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { activeApplicationOf } from '../../../../shared/connection/account.ts';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { useListingNoun } from '../../../actions/use-listing-noun.ts';
import { useAsk } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { WORDS } from '../../../text/words.ts';
import { ApplicationSelect } from '../../../ui/application-select.tsx';
import { CountInput } from '../../../ui/count-input.tsx';
import { DayRange } from '../../../ui/day-range.tsx';
import { IconBuildingCommunity, IconMoon, IconUsers } from '../../../ui/icons.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TYPING_PAUSE_MS } from '../../../ui/typing-pause.ts';
import styles from '../tasks.module.css';
import { type ChosenListing, MAX_GUESTS, MAX_NIGHTS, type TaskForm, type TaskIssues } from './task-form.ts';

const KINDS = ['calendars', 'stays'] as const;

interface TaskFieldsProps {
  form: TaskForm;
  issues: TaskIssues;
  connection: Connection;
  today: PlainDate;
  listingCount: number | undefined;
  onChange: (changes: Partial<TaskForm>) => void;
}

export function TaskFields({ form, issues, connection, today, listingCount, onChange }: TaskFieldsProps) {
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
          <ApplicationSelect
            label={words.application}
            applications={connection.applications}
            value={form.applicationId ?? activeApplicationOf(connection)?.id ?? null}
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

const MAX_FOUND = 30;

interface ListingsFieldProps {
  connectionId: string;
  scope: TaskForm['listingScope'];
  /** How many listings the plan has when all are chosen; undefined when unknown. */
  listingCount: number | undefined;
  listings: readonly ChosenListing[];
  error: string | undefined;
  onChange: (changes: Partial<TaskForm>) => void;
}

/** The field for the listings of a task: all loaded listings, or some that a person finds and chooses. */
function ListingsField({ connectionId, scope, listingCount, listings, error, onChange }: ListingsFieldProps) {
  const noun = useListingNoun();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const asked = { connectionId, search, sort: [], columns: [], offset: 0, limit: MAX_FOUND };
  const found = useAsk('listings', 'rows', asked, { keepsPrevious: true });
  const loaded = found.data?.total ?? 0;
  const titles = new Map([
    ...(found.data?.rows ?? []).map(({ id, title }) => [id, title] as const),
    ...listings.map(({ id, title }) => [id, title] as const),
  ]);
  return (
    <div className={styles.listings}>
      <div className={styles.which}>
        <Input.Label labelElement="div" id="task-listings">
          {noun.many.replace(/^./, (letter) => letter.toUpperCase())}
        </Input.Label>
        <SegmentedControl
          aria-labelledby="task-listings"
          data={[
            {
              value: 'all',
              // The number from the plan does not count unlisted listings.
              label: listingCount === undefined ? `All loaded ${noun.many}` : `All ${noun.count(listingCount)}`,
            },
            { value: 'some', label: 'Some' },
          ]}
          value={scope}
          onChange={(value) => onChange({ listingScope: value === 'some' ? 'some' : 'all' })}
        />
      </div>
      {found.data && loaded === 0 ? (
        <p className={styles.hint}>
          No {noun.many} are loaded yet.{' '}
          <PageLink to="/listings" inherit underline="always">
            Load them first
          </PageLink>
        </p>
      ) : null}
      {scope === 'some' ? (
        <MultiSelect
          label={`Chosen ${noun.many}`}
          placeholder={listings.length === 0 ? `Search ${noun.many}` : undefined}
          leftSection={<IconBuildingCommunity size={16} aria-hidden />}
          withAsterisk
          searchable
          clearable
          hidePickedOptions
          clearButtonProps={{ 'aria-label': 'Clear selection' }}
          nothingFoundMessage={`No matching ${noun.many}`}
          data={[...titles].map(([value, label]) => ({ value, label }))}
          filter={({ options }) => options}
          searchValue={typed}
          onSearchChange={setTyped}
          value={listings.map(({ id }) => id)}
          onChange={(ids) => onChange({ listings: ids.map((id) => ({ id, title: titles.get(id) ?? id })) })}
          error={error}
          // The list of choices opens below the field and would cover the error.
          inputWrapperOrder={['label', 'error', 'input']}
          maxDropdownHeight={260}
        />
      ) : null}
    </div>
  );
}
