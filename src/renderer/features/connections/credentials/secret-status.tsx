/** Where a client secret is stored, as text; never the secret itself. */

import { useQuery } from '@tanstack/react-query';
import type { Credential, SecretPlace } from '../../../../shared/model/connection.ts';
import { ask } from '../../../ipc/client.ts';
import { formatInstant } from '../../../text/format.ts';
import { IconAlertTriangle, IconFlask } from '../../../ui/first-icons.ts';
import { IconClockPause, IconLock, IconLockOpen } from '../../../ui/icons.ts';
import { Tag } from '../../../ui/tag.tsx';
import type { Tone } from '../../../ui/tone.ts';

interface Appearance {
  title: string;
  tone: Tone;
  Icon: typeof IconLock;
}
const PLACES: Record<SecretPlace, Appearance> = {
  encrypted: { title: 'Stored, encrypted', tone: 'good', Icon: IconLock },
  memory: { title: 'In memory until you quit', tone: 'info', Icon: IconClockPause },
  missing: { title: 'Missing', tone: 'warn', Icon: IconAlertTriangle },
};
/** Stored on disk without protection, by the person's choice. */
const UNPROTECTED: Appearance = { title: 'Stored unprotected', tone: 'warn', Icon: IconLockOpen };
const SANDBOX: Appearance = { title: 'Managed by the console', tone: 'muted', Icon: IconFlask };

export function SecretStatus({ credential, sandbox }: { credential: Credential; sandbox: boolean }) {
  const level = useQuery(ask('app', 'info', null)).data?.protection.level;
  const unprotected = credential.secret === 'encrypted' && level !== undefined && level !== 'protected';
  const { title, tone, Icon } = sandbox ? SANDBOX : unprotected ? UNPROTECTED : PLACES[credential.secret];
  return (
    <>
      <span>Client Secret</span>
      <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
        {title}
      </Tag>
      {sandbox || credential.secretSetAt === null ? null : (
        <span style={{ color: 'var(--mantine-color-dimmed)' }}>{`set ${formatInstant(credential.secretSetAt)}`}</span>
      )}
    </>
  );
}
