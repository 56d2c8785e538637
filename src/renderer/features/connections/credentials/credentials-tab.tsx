/** The credentials of a connection: at most one Open API client and five Booking Engine applications. */
import { Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { AppError } from '../../../../shared/app-error.ts';
import { MAX_APPLICATIONS } from '../../../../shared/input/max-input.ts';
import type { Connection, Credential } from '../../../../shared/model/connection.ts';
import type { TokenStatus } from '../../../../shared/model/token.ts';
import { BOOKING_OPTION_NAMES } from '../../../../shared/text/api-names.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { TokenBadge } from '../../../actions/token-badge.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { quotaText } from '../../../text/quota-text.ts';
import { WORDS } from '../../../text/words.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { QuotaPips } from '../../../ui/quota-pips.tsx';
import styles from './account-map.module.css';
import { ApplicationForm } from './application-form.tsx';
import { CredentialCard } from './credential-card.tsx';
import { OpenApiForm } from './open-api-form.tsx';
import { ProtectionNotice } from './protection-notice.tsx';

export function CredentialsTab({ connection, credentialId }: { connection: Connection; credentialId: string | null }) {
  const audience = useAudience();
  const words = WORDS[audience];
  const [adding, setAdding] = useState<'openApi' | 'application' | null>(null);
  const [limitReached, setLimitReached] = useState(false);
  const sandbox = connection.presetId === 'sandbox';
  const { openApi, applications } = connection;
  const addApplication = () => {
    if (applications.length >= MAX_APPLICATIONS) return setLimitReached(true);
    setLimitReached(false);
    setAdding('application');
  };
  return (
    <Stack gap="lg">
      {sandbox ? null : <ProtectionNotice />}
      <section aria-labelledby="open-api-title">
        <Title order={3} id="open-api-title" mb="xs">
          Open API client
        </Title>
        {openApi ? (
          <CredentialCard connection={connection} credential={openApi} highlighted={credentialId === openApi.id} />
        ) : (
          <Group>
            <Text c="dimmed" size="sm">
              {words.noOpenApi}
            </Text>
            <Button size="xs" onClick={() => setAdding('openApi')}>
              Add Open API client
            </Button>
          </Group>
        )}
      </section>
      <section aria-labelledby="applications-title">
        <Group justify="space-between" mb="xs">
          <Title order={3} id="applications-title">
            {words.applications(applications.length, MAX_APPLICATIONS)}
          </Title>
          {sandbox ? null : (
            <IconButton Icon={IconPlus} size="xs" onClick={addApplication}>
              {words.addApplication}
            </IconButton>
          )}
        </Group>
        <Stack gap="sm">
          {audience === 'support' ? (
            <AccountMap connection={connection} onAdd={sandbox ? null : addApplication} />
          ) : null}
          {limitReached && applications.length >= MAX_APPLICATIONS ? (
            <ErrorNotice error={new AppError('applicationLimit', { limit: MAX_APPLICATIONS })} compact />
          ) : null}
          {applications.length === 0 ? (
            <Text c="dimmed" size="sm">
              {words.noApplicationYet}
            </Text>
          ) : null}
          {applications.map((application) => (
            <CredentialCard
              key={application.id}
              connection={connection}
              credential={application}
              highlighted={credentialId === application.id}
            />
          ))}
        </Stack>
      </section>
      {adding === 'openApi' ? <OpenApiForm connection={connection} onClose={() => setAdding(null)} /> : null}
      {adding === 'application' ? (
        <ApplicationForm connection={connection} application={null} onClose={() => setAdding(null)} />
      ) : null}
    </Stack>
  );
}

/** The five application slots of an account (service.md §2.2). A slot is free, or shows its application and the state of the application's token. */
function AccountMap({ connection, onAdd }: { connection: Connection; onAdd: (() => void) | null }) {
  const tokens = useAsk('tokens', 'status', { connectionId: connection.id }).data?.tokens ?? [];
  const { applications } = connection;
  return (
    <ol className={styles.map} aria-label={`Application slots: ${applications.length} of ${MAX_APPLICATIONS} used`}>
      {Array.from({ length: MAX_APPLICATIONS }, (_, index) => {
        const application = applications[index];
        return (
          <li
            key={application?.id ?? `slot-${String(index)}`}
            className={styles.slot}
            data-free={!application || undefined}
          >
            <span className={styles.number}>{index + 1}</span>
            {application ? (
              <UsedSlot
                application={application}
                token={tokens.find((token) => token.credentialId === application.id) ?? null}
              />
            ) : (
              <FreeSlot slot={index + 1} onAdd={onAdd} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function UsedSlot({ application, token }: { application: Credential; token: TokenStatus | null }) {
  return (
    <>
      <PageLink to="/token" search={{ id: application.id }} className={styles.label ?? ''} c="inherit" fw={600}>
        {application.label}
      </PageLink>
      <span className={styles.option}>
        {application.bookingOption ? BOOKING_OPTION_NAMES[application.bookingOption] : null}
      </span>
      {token ? (
        <span className={styles.token}>
          <TokenBadge token={token} />
          <span className={styles.quota}>
            <QuotaPips used={token.quota.used} limit={token.quota.limit} label={quotaText(token.quota)} />
            <span aria-hidden>{quotaText(token.quota)}</span>
          </span>
        </span>
      ) : null}
    </>
  );
}

function FreeSlot({ slot, onAdd }: { slot: number; onAdd: (() => void) | null }) {
  return (
    <>
      <span className={styles.label}>Free</span>
      {onAdd ? (
        <UnstyledButton className={styles.add} onClick={onAdd} aria-label={`Add an application in slot ${slot}`}>
          <IconPlus size={15} aria-hidden /> Add
        </UnstyledButton>
      ) : null}
    </>
  );
}
