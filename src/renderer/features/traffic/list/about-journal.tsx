/** The line under the page's title: what is kept of an exchange, for how long, and where that is chosen. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../../ipc/client.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatCount } from '../../../text/format.ts';

export function AboutJournal() {
  const choices = useQuery(ask('app', 'preferences', null)).data?.journal;
  const place = useQuery(ask('traffic', 'journal', null)).data?.place;
  if (!choices) return <Text size="sm">Every request and its answer, without secrets and tokens.</Text>;
  const where =
    place === 'memory'
      ? 'Held in memory for now'
      : `Kept on this disk for up to ${formatCount(choices.maxDays, 'day')}`;
  return (
    <Text size="sm">
      {where}, without secrets and tokens; in new exchanges guests’ data is{' '}
      {choices.keepGuests ? 'kept as it is sent' : 'blanked'}.{' '}
      <PageLink
        to="/settings"
        search={{ section: 'journal' }}
        aria-label="Change what is kept"
        size="sm"
        underline="always"
      >
        Change
      </PageLink>
    </Text>
  );
}
