/** The settings of the journal: its limits, whether guests' data is recorded, and its state. */
import { Alert, Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { JournalState } from '../../../shared/model/traffic.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAct, useAsk } from '../../ipc/client.ts';
import { formatBytes, formatCount, formatNumber } from '../../text/format.ts';
import { CountInput } from '../../ui/count-input.tsx';
import { focusFirstIssue } from '../../ui/focus-first-issue.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { type KeyValue, KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { journalKept, usePolicies } from './policies-section.tsx';
import styles from './settings.module.css';
import { Choice, Path, SettingsSection, usePreferences } from './settings-section.tsx';

/** The kinds of data that are recorded only when the person wants it. */
const CHOICES = [
  {
    key: 'keepGuests',
    label: 'Store guests’ names, email addresses and phone numbers',
    about:
      'When off, they are redacted in addresses, headers and bodies before an exchange is written. The choice applies to new exchanges. Recorded exchanges stay unchanged until you clear them in Traffic or they are too old.',
  },
  {
    key: 'keepTexts',
    label: 'Store bodies that are neither JSON nor forms',
    about:
      'When off, only their type and size are stored, and of a page its title and first heading. When on, their text is stored after known patterns of secrets and guests’ data are redacted; what no pattern recognises stays in it.',
  },
] as const;

export function JournalSection() {
  const { journal: chosen } = usePreferences();
  const { journalDays } = usePolicies();
  const limits = limitsWithin(journalDays);
  const state = useAsk('traffic', 'journal', null, { refetchOnMount: 'always' });
  const [typed, setTyped] = useState<Typed>({});
  const [checked, setChecked] = useState(false);
  const set = useAct('app', 'setPreferences', { quiet: true });
  const changes = changesOf(typed, chosen);
  const invalid = limits.some((limit) => issueOf(limit, typed[limit.key]) !== null);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (invalid) return focusFirstIssue(event.currentTarget);
    set.mutate({ journal: changes }, { onSuccess: () => setTyped({}) });
  };
  return (
    <SettingsSection name="journal">
      <p className={styles.text}>
        Every request and its response are stored on this disk, with their time and duration. Secrets and tokens are
        redacted before anything is written.
      </p>
      {state.error ? <ErrorNotice error={state.error} onRetry={() => void state.refetch()} compact /> : null}
      {state.data ? <JournalStatus state={state.data} /> : null}
      <form className={styles.limits} aria-label="Limits of recorded traffic" onSubmit={save} noValidate>
        {limits.map((limit) => {
          const { key, label, min, max, about } = limit;
          return (
            <div key={key}>
              <CountInput
                label={label}
                min={min}
                max={max}
                value={typed[key] ?? String(chosen[key])}
                onChange={(text) => setTyped((known) => ({ ...known, [key]: text }))}
                error={checked ? issueOf(limit, typed[key]) : null}
              />
              <p className={styles.about}>{about}</p>
            </div>
          );
        })}
        <Button type="submit" loading={set.isPending} disabled={!invalid && Object.keys(changes).length === 0}>
          Save
        </Button>
      </form>
      {set.error ? <ErrorNotice error={set.error} compact /> : null}
      {CHOICES.map(({ key, label, about }) => (
        <div key={key} className={styles.decision}>
          <Choice
            {...{ label, about }}
            checked={chosen[key]}
            disabled={set.isPending}
            onChange={(checked) => set.mutate({ journal: { [key]: checked } })}
          />
        </div>
      ))}
      <p className={styles.dim}>
        A smaller limit deletes what exceeds it and frees the disk space. The body size applies from the next request.
        An exported file contains what is recorded; guests’ data is redacted in it unless you store it here.
      </p>
    </SettingsSection>
  );
}

/** The fields of the form for the journal's limits, with their bounds. */
const LIMITS = [
  { key: 'maxDays', label: 'Days', min: 1, max: 365, about: 'Older exchanges are deleted.' },
  {
    key: 'maxMegabytes',
    label: 'Megabytes on disk',
    min: 10,
    max: 20_000,
    about: 'Above this, the oldest are deleted first.',
  },
  {
    key: 'bodyKilobytes',
    label: 'Kilobytes of each body',
    min: 0,
    max: 2_048,
    about: 'A longer body is truncated; 0 stores none.',
  },
] as const;
type LimitKey = (typeof LIMITS)[number]['key'];
interface Limit {
  readonly key: LimitKey;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly about: string;
}

/** Returns the fields of the form. The administrator's `journalDays`, if any, lowers the maximum of days. */
const limitsWithin = (journalDays: number | undefined): readonly Limit[] =>
  LIMITS.map((limit) =>
    limit.key === 'maxDays' && journalDays !== undefined
      ? { ...limit, max: Math.min(limit.max, journalDays), about: journalKept(journalDays) }
      : limit,
  );
type Typed = Partial<Record<LimitKey, string>>;

/** Says why a typed limit is invalid; null when it is valid or was not edited. */
function issueOf({ min, max }: Limit, text: string | undefined): string | null {
  if (text === undefined) return null;
  const fits = /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  return fits ? null : `A whole number from ${min} to ${formatNumber(max)}`;
}

/** The limits that differ from the saved ones. All typed texts must be valid. */
function changesOf(typed: Typed, chosen: JournalChoices): Partial<Record<LimitKey, number>> {
  const changed = LIMITS.filter(({ key }) => typed[key] !== undefined && Number(typed[key]) !== chosen[key]);
  return Object.fromEntries(changed.map(({ key }) => [key, Number(typed[key])]));
}

/** The state of the journal: file, number of exchanges, size, and a warning while the disk fails. */
function JournalStatus({ state }: { state: JournalState }) {
  const entries: KeyValue[] = [
    {
      name: 'Recorded',
      value: (
        <span className="lk-num">
          {formatCount(state.exchanges, 'exchange')}, {formatBytes(state.bytes)}
        </span>
      ),
    },
    ...(state.file === ''
      ? []
      : [{ name: 'File', value: <Path path={state.file} label="Copy the path of the file" /> }]),
    ...(state.quarantined === null
      ? []
      : [
          {
            name: 'Quarantined',
            value: <Path path={state.quarantined} label="Copy the path of the quarantined file" />,
          },
        ]),
  ];
  return (
    <div className={styles.journal}>
      {state.storage === 'memory' ? (
        <Alert className="lk-alert-warn" icon={<IconAlertTriangle size={18} aria-hidden />} mb="sm" p="sm">
          The journal cannot be written{state.reason ? ` (${state.reason})` : ''}: the newest exchanges are kept in
          memory and written when the disk works again.
          {state.lost > 0 ? ` ${formatCount(state.lost, 'exchange')} were lost meanwhile.` : ''}
        </Alert>
      ) : null}
      <KeyValueGrid entries={state.storage === 'starting' ? [{ name: 'Recorded', value: 'Opening' }] : entries} />
    </div>
  );
}
