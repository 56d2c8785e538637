/** The line below the page title: what is stored of an exchange and for how long, with a link to the setting. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../../ipc/client.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatCount } from '../../../text/format.ts';

export function AboutJournal() {
  const choices = useQuery(ask('app', 'preferences', null)).data?.journal;
  const place = useQuery(ask('traffic', 'journal', null)).data?.place;
  if (!choices) return <Text size="sm">Every request and response, without secrets and tokens.</Text>;
  const where =
    place === 'memory'
      ? 'Kept in memory for now'
      : `Stored on this disk for up to ${formatCount(choices.maxDays, 'day')}`;
  return (
    <Text size="sm">
      {where}, without secrets and tokens; guest data in new exchanges is{' '}
      {choices.keepGuests ? 'stored as sent' : 'redacted'}.{' '}
      <PageLink
        to="/settings"
        search={{ section: 'journal' }}
        aria-label="Change what is stored"
        size="sm"
        underline="always"
      >
        Change
      </PageLink>
    </Text>
  );
}
