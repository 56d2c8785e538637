/** Shows how a record is stored. For a record that is in memory only, the note offers ways to store it on the disk. */
import { Alert, Button, Group } from '@mantine/core';
import type { Protection } from '../../shared/model/app.ts';
import type { Kept } from '../../shared/model/kept.ts';
import { useAct, useAsk } from '../ipc/client.ts';
import { KEPT_SENTENCES, type KeptOrPlain } from '../text/kept-text.ts';
import { IconClockPause } from '../ui/icons.ts';
import styles from './kept-note.module.css';

/** Returns how this computer stores notes, guests and sent offers, which the data key encrypts. Null until the key store was asked. */
export function usePersonalKept(): Kept | null {
  const protection = useAsk('app', 'info', null).data?.protection;
  return protection ? (protection.personal ?? nextKept(protection)) : null;
}

function nextKept({ level, stores }: Protection): Kept | null {
  if (level === 'unknown' || level === 'checking') return null;
  if (level === 'protected') return 'encrypted';
  return stores ? 'unprotected' : 'memory';
}

/** A line that says how a record is stored. `kept` is null while this is not known: the record is not stored yet, and the key store was not asked. */
export function KeptNote({ kept }: { kept: KeptOrPlain | null }) {
  if (kept === null) return <NotKnown />;
  return kept === 'memory' ? <InMemory /> : <p className={styles.note}>{KEPT_SENTENCES[kept]}</p>;
}

function NotKnown() {
  const protection = useAsk('app', 'info', null).data?.protection;
  return (
    <p className={styles.note} role="status">
      {protection?.level === 'checking'
        ? protection.detail
        : 'It stays on this computer. Once it is saved, you see here how it is protected.'}
    </p>
  );
}

function InMemory() {
  const protection = useAsk('app', 'info', null).data?.protection;
  const store = useAct('app', 'setPreferences');
  const check = useAct('app', 'checkProtection');
  return (
    <Alert role="note" variant="light" className="lk-alert-warn" p="xs" icon={<IconClockPause size={18} aria-hidden />}>
      <strong>{KEPT_SENTENCES.memory}</strong> {protection?.detail}{' '}
      {protection?.level === 'unprotected'
        ? 'Store it all the same: it is encrypted once you have unlocked the keyring and restarted Latchkey.'
        : null}
      <Group gap="xs" mt={6}>
        {protection?.level === 'unprotected' ? (
          <Button size="compact-sm" loading={store.isPending} onClick={() => store.mutate({ storeUnprotected: true })}>
            Store it all the same
          </Button>
        ) : null}
        {protection?.level === 'unavailable' ? (
          <Button size="compact-sm" loading={check.isPending} onClick={() => check.mutate(null)}>
            Ask the key store again
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
