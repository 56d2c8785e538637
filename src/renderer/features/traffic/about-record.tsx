/** The line under the page's title: what is kept of an exchange, for how long, and where that is chosen. */
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../ipc/client.ts';
import { formatCount } from '../../ui/format.ts';
import { GoLink } from '../../ui/go-link.tsx';

export function AboutRecord() {
  const choices = useQuery(ask('app', 'preferences', null)).data?.journal;
  const place = useQuery(ask('traffic', 'journal', null)).data?.place;
  if (!choices) return 'Every request and its answer, without secrets and tokens.';
  const where = place === 'memory' ? 'in memory for now' : `on this disk for ${formatCount(choices.maxDays, 'day')}`;
  return (
    <>
      Every request and its answer, kept {where}: secrets and tokens never,{' '}
      {choices.keepGuests ? 'guests’ data as it was sent' : 'guests’ data blanked'}.{' '}
      <GoLink page="settings" size="sm" underline="always">
        Change that
      </GoLink>
    </>
  );
}
