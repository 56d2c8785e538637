/** Warns when this console booked one of the results after the service answered; without dates, a booking of any nights counts. */
import { Alert, Button, Group, Text } from '@mantine/core';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { useAsk } from '../../../ipc/client.ts';

interface Props {
  connectionId: string;
  listingIds: readonly (string | null)[];
  checkIn: PlainDate | undefined;
  checkOut: PlainDate | undefined;
  /** The time of the answer, in epoch ms on the connection's clock. */
  answeredAt: number;
  onSearchAgain: () => void;
}

export function BookedSince({ connectionId, listingIds, checkIn, checkOut, answeredAt, onSearchAgain }: Props) {
  const quotes = useAsk('quotes', 'list', { connectionId }).data?.quotes ?? [];
  const booked = quotes.find(
    ({ reservation, outcome, listingId, ...stay }) =>
      reservation !== null &&
      outcome !== 'used' &&
      reservation.at > answeredAt &&
      listingIds.includes(listingId) &&
      (checkOut === undefined || stay.checkIn < checkOut) &&
      (checkIn === undefined || stay.checkOut > checkIn),
  );
  if (!booked) return null;
  return (
    <Alert className="lk-alert-warn" mb={12} p="sm" role="status">
      <Group gap="sm">
        <Text size="sm">
          These results are outdated: {booked.listingTitle ?? 'one of these listings'} was booked after the search.
        </Text>
        <Button size="compact-sm" onClick={onSearchAgain}>
          Search again
        </Button>
      </Group>
    </Alert>
  );
}
