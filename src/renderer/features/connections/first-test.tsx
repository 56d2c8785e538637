/** For an unused connection: a link to the page that sends its first request, and the cost of that request. */
import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Connection } from '../../../shared/model/connection.ts';
import { ask } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';

/** Draws nothing once a token was issued, or while the secret is missing. */
export function FirstTest({ connection }: { connection: Connection }) {
  const tokens = useQuery(ask('tokens', 'status', { connectionId: connection.id })).data?.tokens ?? [];
  const api = connection.openApi ? 'openApi' : 'booking';
  const credential = connection.openApi ?? connection.applications[0];
  const token = tokens.find(({ credentialId }) => credentialId === credential?.id);
  const unused = tokens.every(({ generation, issuances }) => generation === 0 && issuances.length === 0);
  if (!token || !credential || credential.secret === 'missing' || !unused) return null;
  return (
    <Alert variant="light" className="lk-alert-info" mb="md" p="sm">
      <Group gap="xs">
        <Text size="sm">Nothing was sent to this service yet.</Text>
        <PageLink to={api === 'openApi' ? '/listings' : '/availability'} size="sm" underline="always">
          {api === 'openApi' ? 'Load the listings' : 'Open the search'}
        </PageLink>
        <Text size="sm">
          {api === 'openApi'
            ? token.quota.limit === null
              ? 'The first request issues a token.'
              : `The first request uses 1 of the ${token.quota.limit} token slots.`
            : 'The first search requests a token.'}
        </Text>
      </Group>
    </Alert>
  );
}
