/** The lock screen: all that a window shows and knows while the app is locked. */
import { Button, MantineProvider, PasswordInput } from '@mantine/core';
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { LockState } from '../../shared/model/lock.ts';
import { ConfirmDialog } from '../actions/confirm-dialog.tsx';
import { ErrorNotice } from '../actions/error-notice.tsx';
import { NewPassphrase } from '../actions/new-passphrase.tsx';
import { keyOf, useAct, useAnswer } from '../ipc/client.ts';
import { formatInstant } from '../text/format.ts';
import { WHILE_LOCKED } from '../text/while-locked.ts';
import { IconLockCheck } from '../ui/icons.ts';
import { useNow } from '../ui/use-now.ts';
import styles from './lock-screen.module.css';
import { theme } from './theme.ts';

export function drawLockScreen(root: HTMLElement, client: QueryClient): void {
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <Suspense fallback={null}>
          <LockScreen onOpen={() => location.reload()} />
        </Suspense>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

/** Asks for the passphrase. `onOpen` is called when the app is unlocked, in this window or in another one. */
export function LockScreen({ onOpen }: { onOpen: () => void }) {
  const state = useAnswer('lock', 'state', null);
  const isOpen = state.phase === 'open' || state.phase === 'off';
  useEffect(() => {
    if (isOpen) onOpen();
  }, [isOpen, onOpen]);
  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <IconLockCheck size={36} stroke={1.5} aria-hidden />
        <h1 className={styles.title}>Latchkey is locked</h1>
        {state.phase === 'choose' ? <FirstPassphrase /> : <Unlock state={state} />}
      </div>
    </main>
  );
}

const useKeep = () => {
  const client = useQueryClient();
  return (next: LockState) => client.setQueryData(keyOf('lock', 'state', null), next);
};

/** Asks for a first passphrase, because the administrator requires a lock and the person has none. */
function FirstPassphrase() {
  const keep = useKeep();
  return (
    <>
      <p>Your administrator requires a passphrase for this app. It protects a window that you leave open.</p>
      <NewPassphrase hasFormer={false} submit="Set passphrase" onDone={keep} />
    </>
  );
}

function Unlock({ state }: { state: LockState }) {
  const keep = useKeep();
  const [passphrase, setPassphrase] = useState('');
  const [isAsking, setAsking] = useState(false);
  const unlock = useAct('lock', 'unlock', { quiet: true, onSuccess: keep, onError: () => setPassphrase('') });
  const touch = useAct('lock', 'unlockByTouchId', { quiet: true, onSuccess: keep });
  const forget = useAct('lock', 'forget', {
    quiet: true,
    onSuccess(next) {
      keep(next);
      setAsking(false);
    },
  });
  const now = useNow();
  const { retryAt, opensAt, hasTouchId } = state;
  const waits = retryAt !== null && retryAt > now;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (passphrase !== '' && !waits) unlock.mutate({ passphrase });
  };
  return (
    <>
      <form className={styles.form} aria-label="Unlock" onSubmit={submit}>
        <PasswordInput
          label="Passphrase"
          autoFocus
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <Button type="submit" variant="filled" loading={unlock.isPending} disabled={waits}>
          Unlock
        </Button>
        {hasTouchId ? (
          <Button loading={touch.isPending} onClick={() => touch.mutate(null)}>
            Use Touch ID
          </Button>
        ) : null}
      </form>
      <p role="status" className={styles.dim}>
        {waits ? `After wrong passphrases the app waits: try again ${formatInstant(retryAt)}.` : ''}
      </p>
      {unlock.error && !waits ? <ErrorNotice error={unlock.error} compact /> : null}
      {touch.error ? <p className={styles.dim}>No fingerprint was recognised. Type the passphrase.</p> : null}
      <p className={styles.dim}>{WHILE_LOCKED[state.stops ? 'stop' : 'goOn']}</p>
      {opensAt === null ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
          Forgot the passphrase?
        </Button>
      ) : (
        <p className={styles.dim}>
          The app opens without the passphrase {formatInstant(opensAt)}. The passphrase ends this wait.
        </p>
      )}
      {isAsking ? (
        <ConfirmDialog
          title="Forgot the passphrase?"
          confirm="Begin to wait"
          mutation={forget}
          onConfirm={() => forget.mutate(null)}
          onClose={() => setAsking(false)}
        >
          The app opens without it in 24 hours, and has no passphrase then. Nothing is deleted. Whoever knows the
          passphrase can unlock the app before, and that ends the wait.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
