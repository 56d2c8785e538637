/** The lock of the app: its passphrase, and when the app locks itself. */
import { Button, NativeSelect, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LOCK_MINUTES, type LockState } from '../../../shared/model/lock.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { WhatIsThis } from '../../actions/help/what-is-this.tsx';
import { NewPassphrase } from '../../actions/new-passphrase.tsx';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { formatCount } from '../../text/format.ts';
import { WHILE_LOCKED } from '../../text/while-locked.ts';
import styles from './settings.module.css';
import { Choice, SettingsSection, usePreferences, useSetPreferences } from './settings-section.tsx';

export function LockSection() {
  const state = useAsk('lock', 'state', null);
  const client = useQueryClient();
  const keep = (next: LockState) => client.setQueryData(keyOf('lock', 'state', null), next);
  const isOn = state.data?.phase === 'open';
  return (
    <SettingsSection name="lock">
      <p className={styles.text}>
        The lock hides everything in the app’s windows until you type a passphrase. It protects a window that you leave
        open. It does not protect the files on this disk: that is the key store’s, under “Secrets on this machine”.{' '}
        <WhatIsThis part="lock" about="The lock" />
      </p>
      {state.error ? <ErrorNotice error={state.error} onRetry={() => void state.refetch()} compact /> : null}
      {state.data?.isRequired ? <p className={styles.dim}>Required. Set by your administrator.</p> : null}
      {state.data && !isOn ? <NewPassphrase hasFormer={false} submit="Turn on the lock" onDone={keep} /> : null}
      {state.data && isOn ? <LockOn state={state.data} keep={keep} /> : null}
      <Recordings />
      <CopiedData />
    </SettingsSection>
  );
}

function LockOn({ state, keep }: { state: LockState; keep: (next: LockState) => void }) {
  const lock = useAct('lock', 'lock');
  const [change, setChange] = useState<'other' | 'off' | null>(null);
  const done = (next: LockState) => {
    keep(next);
    setChange(null);
  };
  return (
    <>
      <Minutes most={state.maxMinutes} />
      <p className={styles.dim}>
        The app also locks itself when the computer sleeps or its screen is locked, and it starts locked.{' '}
        {WHILE_LOCKED[state.stops ? 'stop' : 'goOn']} What you typed in forms comes back.
      </p>
      <div className={styles.actions}>
        <Button variant="filled" loading={lock.isPending} onClick={() => lock.mutate(null)}>
          Lock now
        </Button>
        <Button aria-expanded={change === 'other'} onClick={() => setChange(change === 'other' ? null : 'other')}>
          Change the passphrase
        </Button>
        {state.isRequired ? null : (
          <Button aria-expanded={change === 'off'} onClick={() => setChange(change === 'off' ? null : 'off')}>
            Turn off
          </Button>
        )}
      </div>
      {change === 'other' ? <NewPassphrase hasFormer submit="Save the passphrase" onDone={done} /> : null}
      {change === 'off' ? <TurnOff onDone={done} /> : null}
    </>
  );
}

/** The choice of the minutes without use after which the app locks. An administrator may set the maximum. */
function Minutes({ most }: { most: number | null }) {
  const { minutes } = usePreferences().lock;
  const set = useSetPreferences();
  const offered = LOCK_MINUTES.filter((one) => most === null || one <= most);
  const shown = most === null ? minutes : Math.min(minutes, most);
  const all = [...new Set([...offered, shown])].toSorted((one, other) => one - other);
  return (
    <NativeSelect
      label="Lock after"
      description={most === null ? 'Without use of this computer.' : `At most ${most}. Set by your administrator.`}
      style={{ maxWidth: 240 }}
      my="sm"
      data={all.map((one) => ({ value: String(one), label: formatCount(one, 'minute') }))}
      value={String(shown)}
      disabled={set.isPending}
      onChange={(event) => set.mutate({ lock: { minutes: Number(event.currentTarget.value) } })}
    />
  );
}

function TurnOff({ onDone }: { onDone: (next: LockState) => void }) {
  const [current, setCurrent] = useState('');
  const turnOff = useAct('lock', 'turnOff', { quiet: true, onSuccess: onDone });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (current !== '') turnOff.mutate({ current });
  };
  return (
    <form aria-label="Turn off the lock" onSubmit={submit} style={{ maxWidth: 360 }}>
      <PasswordInput
        label="Passphrase"
        autoComplete="off"
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <Button type="submit" mt="sm" loading={turnOff.isPending}>
        Turn off the lock
      </Button>
      {turnOff.error ? <ErrorNotice error={turnOff.error} compact /> : null}
    </form>
  );
}

function CopiedData() {
  const { clearsCopied } = usePreferences().lock;
  const set = useSetPreferences();
  return (
    <Choice
      label="Clear copied guests’ data after a minute"
      about="Clears a guest’s name, mail address or phone number from the clipboard, also when the app is locked or quits, unless you copied something else since. Offers stay."
      checked={clearsCopied}
      disabled={set.isPending}
      onChange={(checked) => set.mutate({ lock: { clearsCopied: checked } })}
    />
  );
}

function Recordings() {
  const { hidesFromCapture } = usePreferences().lock;
  const set = useSetPreferences();
  return (
    <Choice
      label="Hide the windows from recordings of the screen"
      about="On Windows and macOS, pictures and recordings of the screen, also in video calls, show the windows black. Other systems cannot do this."
      checked={hidesFromCapture}
      disabled={set.isPending}
      onChange={(checked) => set.mutate({ lock: { hidesFromCapture: checked } })}
    />
  );
}
