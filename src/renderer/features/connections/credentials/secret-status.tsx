/** Tells how a client secret is stored; it never shows the secret. */
import type { Credential, SecretPlace } from '../../../../shared/model/connection.ts';
import { formatInstant } from '../../../text/format.ts';
import { KEPT_TITLES } from '../../../text/kept-text.ts';
import { IconAlertTriangle, IconClockPause, IconFlask, IconLock, IconLockOpen } from '../../../ui/icons.ts';
import { Tag } from '../../../ui/tag.tsx';
import type { Tone } from '../../../ui/tone.ts';

const PLACES: Record<SecretPlace, { title: string; tone: Tone; Icon: typeof IconLock }> = {
  encrypted: { title: KEPT_TITLES.encrypted, tone: 'good', Icon: IconLock },
  unprotected: { title: KEPT_TITLES.unprotected, tone: 'warn', Icon: IconLockOpen },
  memory: { title: KEPT_TITLES.memory, tone: 'info', Icon: IconClockPause },
  sandbox: { title: KEPT_TITLES.sandbox, tone: 'muted', Icon: IconFlask },
  missing: { title: 'Missing', tone: 'warn', Icon: IconAlertTriangle },
};

export function SecretStatus({ credential }: { credential: Pick<Credential, 'secret' | 'secretSetAt'> }) {
  const { title, tone, Icon } = PLACES[credential.secret];
  return (
    <>
      <span>Client Secret</span>
      <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
        {title}
      </Tag>
      {credential.secret === 'sandbox' || credential.secretSetAt === null ? null : (
        <span style={{ color: 'var(--mantine-color-dimmed)' }}>{`set ${formatInstant(credential.secretSetAt)}`}</span>
      )}
    </>
  );
}
