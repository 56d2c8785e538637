/** The card of a credential: its client ID, the state of its secret, and its actions. */
import { Button, Card, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Connection, Credential, SecretPlace } from '../../../../shared/model/connection.ts';
import { API_NAMES, BOOKING_OPTION_NAMES } from '../../../../shared/text/api-names.ts';
import { ConfirmDialog } from '../../../actions/confirm-dialog.tsx';
import { CopyButton } from '../../../actions/copy-button.tsx';
import { useAct } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatInstant } from '../../../text/format.ts';
import { KEPT_TITLES } from '../../../text/kept-text.ts';
import { IconAlertTriangle, IconClockPause, IconFlask, IconLock, IconLockOpen } from '../../../ui/icons.ts';
import { KeyValueGrid } from '../../../ui/key-value-grid.tsx';
import { notify } from '../../../ui/notify.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import styles from '../connections.module.css';
import { ApplicationForm } from './application-form.tsx';
import { OpenApiForm } from './open-api-form.tsx';
import { SecretForm } from './secret-form.tsx';

type OpenDialog = 'edit' | 'remove' | 'replaceSecret' | 'deleteSecret' | null;

interface CredentialCardProps {
  connection: Connection;
  credential: Credential;
  /** True when the page's address names this credential. Its card then scrolls into view and gets a frame. */
  highlighted: boolean;
}

export function CredentialCard({ connection, credential, highlighted }: CredentialCardProps) {
  const audience = useAudience();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const card = useRef<HTMLDivElement>(null);
  const update = useAct('connections', 'update');
  const sandbox = connection.presetId === 'sandbox';
  const active = connection.activeApplicationId === credential.id;
  const closeDialog = () => setDialog(null);
  useEffect(() => {
    if (highlighted) card.current?.scrollIntoView?.({ block: 'center' });
  }, [highlighted]);
  const titleId = `credential-${credential.id}`;
  return (
    <Card
      component="article"
      ref={card}
      className={styles.credential ?? ''}
      padding="md"
      aria-labelledby={titleId}
      data-highlighted={highlighted || undefined}
    >
      <div className={styles.credentialHead}>
        <h4 className={styles.credentialLabel} id={titleId}>
          {credential.label}
          {active ? <Tag tone="good">Used by default</Tag> : null}
        </h4>
        <Group gap={4} wrap="nowrap">
          {audience === 'support' ? (
            <PageLink
              to="/token"
              search={{ id: credential.id }}
              size="sm"
              px={6}
              aria-label={`Token page of ${credential.label}`}
            >
              Token page
            </PageLink>
          ) : null}
          {credential.api === 'booking' && !active ? (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={update.isPending}
              onClick={() => update.mutate({ id: connection.id, activeApplicationId: credential.id })}
            >
              Use by default
            </Button>
          ) : null}
          {sandbox ? null : (
            <>
              <Button size="compact-sm" variant="subtle" onClick={() => setDialog('edit')}>
                Edit
              </Button>
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setDialog('remove')}>
                Remove
              </Button>
            </>
          )}
        </Group>
      </div>
      <KeyValueGrid
        entries={[
          { name: 'API', value: API_NAMES[credential.api] },
          {
            name: 'Client ID',
            value: (
              <Group gap={4} wrap="nowrap">
                <span className="lk-mono">{credential.clientId}</span>
                <CopyButton text={credential.clientId} label="Copy the Client ID" size="xs" />
              </Group>
            ),
          },
          ...(credential.bookingOption
            ? [{ name: 'Booking option', value: BOOKING_OPTION_NAMES[credential.bookingOption] }]
            : []),
        ]}
      />
      <div className={styles.secret}>
        <div className={styles.secretText}>
          <SecretStatus credential={credential} />
        </div>
        {sandbox ? null : (
          <Group gap={4}>
            <Button size="compact-sm" onClick={() => setDialog('replaceSecret')}>
              {credential.secret === 'missing' ? 'Enter secret' : 'Replace secret'}
            </Button>
            {credential.secret === 'missing' ? null : (
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setDialog('deleteSecret')}>
                Delete secret
              </Button>
            )}
          </Group>
        )}
      </div>
      {dialog === 'edit' && credential.api === 'booking' ? (
        <ApplicationForm connection={connection} application={credential} onClose={closeDialog} />
      ) : null}
      {dialog === 'edit' && credential.api === 'openApi' ? (
        <OpenApiForm connection={connection} onClose={closeDialog} />
      ) : null}
      {dialog === 'replaceSecret' ? (
        <SecretForm connection={connection} credential={credential} onClose={closeDialog} />
      ) : null}
      {dialog === 'deleteSecret' ? <DeleteSecret credential={credential} onClose={closeDialog} /> : null}
      {dialog === 'remove' ? (
        <RemoveCredential connection={connection} credential={credential} onClose={closeDialog} />
      ) : null}
    </Card>
  );
}

function DeleteSecret({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const remove = useAct('connections', 'deleteSecret', { quiet: true });
  return (
    <ConfirmDialog
      title={`Delete the Client Secret of ${credential.label}`}
      confirm="Delete secret"
      keep="Keep it"
      mutation={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { credentialId: credential.id },
          {
            onSuccess: () => {
              notify(
                `secret-${credential.id}`,
                'Client Secret deleted',
                `${credential.label} has no Client Secret now.`,
              );
              onClose();
            },
          },
        )
      }
    >
      The secret is deleted from this machine; the service cannot show it again. Without it, the app cannot request a
      new token. This cannot be undone.
    </ConfirmDialog>
  );
}

interface RemoveCredentialProps {
  connection: Connection;
  credential: Credential;
  onClose: () => void;
}

function RemoveCredential({ connection, credential, onClose }: RemoveCredentialProps) {
  const application = useAct('connections', 'removeApplication', { quiet: true });
  const openApi = useAct('connections', 'removeOpenApi', { quiet: true });
  return (
    <ConfirmDialog
      title={`Remove ${credential.label}`}
      confirm="Remove"
      keep="Keep it"
      mutation={credential.api === 'openApi' ? openApi : application}
      onClose={onClose}
      onConfirm={() =>
        credential.api === 'openApi'
          ? openApi.mutate({ connectionId: connection.id }, { onSuccess: onClose })
          : application.mutate({ credentialId: credential.id }, { onSuccess: onClose })
      }
    >
      Its secret and token are deleted from this machine. Nothing changes at the service. This cannot be undone.
    </ConfirmDialog>
  );
}

const PLACES: Record<SecretPlace, { title: string; tone: Tone; Icon: typeof IconLock }> = {
  encrypted: { title: KEPT_TITLES.encrypted, tone: 'good', Icon: IconLock },
  unprotected: { title: KEPT_TITLES.unprotected, tone: 'warn', Icon: IconLockOpen },
  memory: { title: KEPT_TITLES.memory, tone: 'info', Icon: IconClockPause },
  sandbox: { title: KEPT_TITLES.sandbox, tone: 'muted', Icon: IconFlask },
  missing: { title: 'Missing', tone: 'warn', Icon: IconAlertTriangle },
};

/** Tells how a client secret is stored; it never shows the secret. */
function SecretStatus({ credential }: { credential: Pick<Credential, 'secret' | 'secretSetAt'> }) {
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
