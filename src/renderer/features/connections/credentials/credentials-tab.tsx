/** The credentials of a connection: at most one Open API client and five Booking Engine applications. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { AppError } from '../../../../shared/app-error.ts';
import { MAX_APPLICATIONS } from '../../../../shared/input/max-input.ts';
import type { Connection } from '../../../../shared/model/connection.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAudience } from '../../../ipc/use-audience.ts';
import { WORDS } from '../../../text/words.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { AccountMap } from './account-map.tsx';
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
            <Button size="xs" variant="default" onClick={() => setAdding('openApi')}>
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
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              onClick={addApplication}
            >
              {words.addApplication}
            </Button>
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
