/** The settings of the journal: its limits, whether guests' data is recorded, and its state. */
import { Button, Switch } from '@mantine/core';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { act, ask, quietly } from '../../ipc/client.ts';
import { CountInput } from '../../ui/count-input.tsx';
import { focusFirstIssue } from '../../ui/focus-first-issue.ts';
import { changesOf, issueOf, LIMITS, type Typed } from './journal-choices.ts';
import { JournalStatus } from './journal-status.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

/** Data that is recorded only when the person wants it. */
const CHOICES = [
  {
    key: 'keepGuests',
    label: 'Store guests’ names, email addresses and phone numbers',
    description:
      'When off, they are redacted in addresses, headers and bodies before an exchange is written. The choice applies to new exchanges. Recorded exchanges stay unchanged until you clear them in Traffic or they are too old.',
  },
  {
    key: 'keepTexts',
    label: 'Store bodies that are neither JSON nor forms',
    description:
      'When off, only their type and size are stored, and of a page its title and first heading. When on, their text is stored after known patterns of secrets and guests’ data are redacted; what no pattern recognises stays in it.',
  },
] as const;

export function JournalSection() {
  const { journal: chosen } = useSuspenseQuery(ask('app', 'preferences', null)).data;
  const state = useQuery({ ...ask('traffic', 'journal', null), refetchOnMount: 'always' });
  const [typed, setTyped] = useState<Typed>({});
  const [checked, setChecked] = useState(false);
  const set = useMutation(quietly(act('app', 'setPreferences')));
  const changes = changesOf(typed, chosen);
  const invalid = LIMITS.some(({ key }) => issueOf(key, typed[key]) !== null);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (invalid) return focusFirstIssue(event.currentTarget);
    set.mutate({ journal: changes }, { onSuccess: () => setTyped({}) });
  };
  return (
    <SettingsSection title="Recorded traffic" name="journal">
      <p className={styles.text}>
        Every request and its response are stored on this disk, with their time and duration. Secrets and tokens are
        redacted before anything is written.
      </p>
      {state.error ? <ErrorNotice error={state.error} onRetry={() => void state.refetch()} compact /> : null}
      {state.data ? <JournalStatus state={state.data} /> : null}
      <form className={styles.limits} aria-label="Limits of recorded traffic" onSubmit={save} noValidate>
        {LIMITS.map(({ key, label, min, max, about }) => (
          <div key={key}>
            <CountInput
              label={label}
              min={min}
              max={max}
              value={typed[key] ?? String(chosen[key])}
              onChange={(text) => setTyped((known) => ({ ...known, [key]: text }))}
              error={checked ? issueOf(key, typed[key]) : null}
            />
            <p className={styles.about}>{about}</p>
          </div>
        ))}
        <Button
          type="submit"
          variant="default"
          loading={set.isPending}
          disabled={!invalid && Object.keys(changes).length === 0}
        >
          Save
        </Button>
      </form>
      {set.error ? <ErrorNotice error={set.error} compact /> : null}
      {CHOICES.map(({ key, label, description }) => (
        <div key={key} className={styles.decision}>
          <Switch
            label={label}
            description={description}
            classNames={{ description: styles.reason ?? '' }}
            checked={chosen[key]}
            disabled={set.isPending}
            onChange={(event) => set.mutate({ journal: { [key]: event.currentTarget.checked } })}
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
