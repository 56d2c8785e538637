/** Where a client secret is, in words: never the secret itself. */
import { IconAlertTriangle, IconClockPause, IconLock } from '@tabler/icons-react';
import type { Credential, SecretPlace } from '../../../shared/model/connection.ts';
import { formatInstant } from '../../ui/format.ts';
import { Tag } from '../../ui/tag.tsx';
import type { Tone } from '../../ui/tone.ts';

const PLACES: Record<SecretPlace, { title: string; tone: Tone; Icon: typeof IconLock }> = {
  encrypted: { title: 'Stored, encrypted', tone: 'good', Icon: IconLock },
  memory: { title: 'In memory until you quit', tone: 'info', Icon: IconClockPause },
  missing: { title: 'Missing', tone: 'warn', Icon: IconAlertTriangle },
};

export function SecretState({ credential }: { credential: Credential }) {
  const { title, tone, Icon } = PLACES[credential.secret];
  return (
    <>
      <span>Client Secret</span>
      <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
        {title}
      </Tag>
      {credential.secretSetAt === null ? null : (
        <span style={{ color: 'var(--mantine-color-dimmed)' }}>{`set ${formatInstant(credential.secretSetAt)}`}</span>
      )}
    </>
  );
}
