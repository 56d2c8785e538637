/** Updates of the app: the newest version with its notes, its download, and whether the app looks for it by itself. */
import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { UpdateChannel, UpdateStatus } from '../../../shared/model/update.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { keyOf, useAct, useAnswer } from '../../ipc/client.ts';
import { formatInstant } from '../../text/format.ts';
import { StoredChoice } from '../../ui/stored-choice.tsx';
import styles from './settings.module.css';
import { Choice, SettingsSection, usePreferences, useSetPreferences } from './settings-section.tsx';

const CHANNELS: { value: UpdateChannel; label: string }[] = [
  { value: 'latest', label: 'Releases' },
  { value: 'beta', label: 'Early versions' },
];

export function UpdatesSection() {
  const status = useAnswer('updates', 'status', null);
  const { look } = usePreferences().updates;
  const set = useSetPreferences();
  const { way, reason, channel, fixed } = status;
  return (
    <SettingsSection name="updates">
      {reason === null ? null : <p className={styles.text}>{reason}</p>}
      {way === 'off' ? null : (
        <>
          <State status={status} />
          <Choice
            label="Look for updates once a day"
            about="Asks the publisher’s server for the newest version for this system. No data of yours is sent, and nothing is downloaded until you ask."
            checked={look}
            disabled={set.isPending}
            onChange={(checked) => set.mutate({ updates: { look: checked } })}
          />
          <h3 className={styles.subtitle}>Versions</h3>
          <StoredChoice
            aria-label="Versions"
            data={CHANNELS}
            value={channel}
            disabled={fixed}
            onChoose={(chosen) => set.mutateAsync({ updates: { channel: chosen } })}
          />
          <p className={styles.dim}>
            {fixed
              ? 'Set by your administrator.'
              : 'An older version is never installed, because it could not read your data.'}
          </p>
        </>
      )}
    </SettingsSection>
  );
}

function State({ status }: { status: UpdateStatus }) {
  const client = useQueryClient();
  const onSuccess = (next: UpdateStatus) => client.setQueryData(keyOf('updates', 'status', null), next);
  const check = useAct('updates', 'check', { quiet: true, onSuccess });
  const download = useAct('updates', 'download', { quiet: true, onSuccess });
  const restart = useAct('updates', 'restart', { quiet: true });
  const { phase, way } = status;
  const update = 'update' in phase ? phase.update : null;
  const error = check.error ?? download.error ?? restart.error;
  return (
    <>
      <p className={styles.text} role="status">
        {sentenceOf(status)}
      </p>
      {phase.kind === 'downloading' ? <Progress mt="xs" value={phase.percent} aria-label="Downloaded" /> : null}
      {update && update.notes !== '' ? (
        <details className={styles.notes} open>
          <summary>What is new in {update.version}</summary>
          <pre>{update.notes}</pre>
        </details>
      ) : null}
      <div className={styles.actions}>
        {phase.kind === 'ready' ? (
          <Button variant="filled" loading={restart.isPending} onClick={() => restart.mutate(null)}>
            Restart to update
          </Button>
        ) : null}
        {way === 'self' && update && (phase.kind === 'available' || phase.kind === 'failed') ? (
          <Button variant="filled" loading={download.isPending} onClick={() => download.mutate(null)}>
            {phase.kind === 'failed' ? 'Download again' : `Download ${update.version}`}
          </Button>
        ) : null}
        {phase.kind === 'ready' || phase.kind === 'downloading' ? null : (
          <Button loading={check.isPending || phase.kind === 'checking'} onClick={() => check.mutate(null)}>
            Check now
          </Button>
        )}
      </div>
      {error ? <ErrorNotice error={error} compact /> : null}
    </>
  );
}

function sentenceOf({ current, phase, checkedAt }: UpdateStatus): string {
  switch (phase.kind) {
    case 'checking':
      return 'Looking for a newer version…';
    case 'available':
      return `Latchkey ${phase.update.version} is available. You have ${current}.`;
    case 'downloading':
      return `Downloading Latchkey ${phase.update.version}: ${phase.percent} %.`;
    case 'ready':
      return `Latchkey ${phase.update.version} is downloaded. It is installed when you restart, which takes less than a minute.`;
    case 'failed':
      return `${phase.reason} You have Latchkey ${current}.`;
    case 'current':
      return checkedAt === null
        ? `You have Latchkey ${current}.`
        : `You have Latchkey ${current}, the newest version. Checked ${formatInstant(checkedAt)}.`;
  }
}
