/** How this machine protects secrets and tokens, and the choice to store them without protection. */
import { Alert, Button } from '@mantine/core';
import type { Protection } from '../../../shared/model/app.ts';
import { useAct, useAnswer } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { WORDS } from '../../text/words.ts';
import { IconAlertTriangle, IconClockHour4, IconLockCheck, IconLockOff, IconLockOpen } from '../../ui/icons.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import styles from './settings.module.css';
import { Choice, SettingsSection, usePreferences, useSetPreferences } from './settings-section.tsx';

const LEVELS: Record<
  Protection['level'],
  { title: string; tone: Tone; Icon: typeof IconLockOff; meaning: string | null }
> = {
  unknown: { title: 'Not asked yet', tone: 'muted', Icon: IconClockHour4, meaning: null },
  checking: { title: 'No answer yet', tone: 'muted', Icon: IconClockHour4, meaning: null },
  protected: { title: 'Protected', tone: 'good', Icon: IconLockCheck, meaning: null },
  unprotected: {
    title: 'Not protected',
    tone: 'warn',
    Icon: IconLockOpen,
    meaning:
      'Latchkey found no unlocked key store, so encryption would use a key that is publicly known. It looks for one once per start: unlock the keyring, then restart Latchkey.',
  },
  unavailable: {
    title: 'Not available',
    tone: 'warn',
    Icon: IconLockOff,
    meaning: 'Nothing can be encrypted on this machine right now.',
  },
};

export function ProtectionSection() {
  const { protection } = useAnswer('app', 'info', null);
  const { storeUnprotected } = usePreferences();
  const { secrets } = WORDS[useAudience()];
  const set = useSetPreferences();
  const check = useAct('app', 'checkProtection');
  const { title, tone, Icon, meaning } = LEVELS[protection.level];
  const decidable = protection.level === 'unprotected' || storeUnprotected;
  const isKnown = protection.level !== 'unknown' && protection.level !== 'checking';
  return (
    <SettingsSection name="secrets">
      <div className={styles.state} role="status">
        <Tag tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
          {title}
        </Tag>
        {isKnown ? (
          <Tag tone={protection.stores ? 'info' : 'muted'}>
            {protection.stores ? 'Stored across restarts' : 'In memory until the app quits'}
          </Tag>
        ) : null}
      </div>
      {isKnown ? <p className={styles.text}>{meaning ?? secrets.encrypted}</p> : null}
      <p className={styles.dim}>{protection.detail}</p>
      {protection.level === 'unknown' || protection.level === 'unavailable' ? (
        <Button
          size="xs"
          my="sm"
          style={{ alignSelf: 'start' }}
          loading={check.isPending}
          onClick={() => check.mutate(null)}
        >
          {isKnown ? 'Ask the key store again' : 'Ask the key store now'}
        </Button>
      ) : null}
      {decidable ? (
        <div className={styles.decision}>
          <Choice
            label={secrets.storeAnyway}
            about={secrets.whenOff}
            checked={storeUnprotected}
            disabled={set.isPending}
            onChange={(checked) => set.mutate({ storeUnprotected: checked })}
          />
          {storeUnprotected && protection.level === 'unprotected' ? (
            <Alert className="lk-alert-warn" icon={<IconAlertTriangle size={18} aria-hidden />} mt="sm" p="sm">
              Secrets are on this disk without protection because you asked for it. Switching this off removes them from
              the disk.
            </Alert>
          ) : null}
        </div>
      ) : null}
      <p className={styles.dim}>{secrets.always}</p>
    </SettingsSection>
  );
}
