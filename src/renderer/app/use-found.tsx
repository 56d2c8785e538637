/** What main finds for the text of the search box: listings, quotes and recorded requests, a few of each. */
import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconArrowsExchange, IconBuildingCommunity, IconReceipt2 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { operationName } from '../../shared/api-names.ts';
import type { Quote } from '../../shared/model/quote.ts';
import type { ExchangeFilter } from '../../shared/model/traffic.ts';
import { ask } from '../ipc/client.ts';
import { formatInstant, formatPlainRange } from '../text/format.ts';

const MAX_FOUND = 6;
const MIN_TYPED = 2;
const MAX_TYPED = 200;
const DEBOUNCE_MS = 120;
/** A request id: long, without spaces, with a digit. Only then is the journal searched. */
const REQUEST_ID = /^(?=.*\d)[\w-]{6,}$/;

const EVERY_EXCHANGE: Omit<ExchangeFilter, 'connectionId' | 'search'> = {
  outcomes: [],
  operations: [],
  hosts: [],
  taskId: null,
  from: null,
  until: null,
};

const ICON = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

export function useFound(connectionId: string, query: string): SpotlightActionGroupData[] {
  const navigate = useNavigate();
  const [settled] = useDebouncedValue(query.trim().slice(0, MAX_TYPED), DEBOUNCE_MS);
  const search = query.trim() === '' ? '' : settled;
  const isLongEnough = search.length >= MIN_TYPED;
  const shared = { placeholderData: keepPreviousData, gcTime: 5_000 } as const;
  const rows = useQuery({
    ...ask('listings', 'rows', { connectionId, search, sort: [], columns: [], offset: 0, limit: MAX_FOUND }),
    ...shared,
    enabled: isLongEnough,
  });
  const quotes = useQuery({ ...ask('quotes', 'list', { connectionId }), enabled: isLongEnough });
  const isId = REQUEST_ID.test(search);
  const exchanges = useQuery({
    ...ask('traffic', 'exchanges', {
      filter: { ...EVERY_EXCHANGE, connectionId, search },
      before: null,
      limit: MAX_FOUND,
    }),
    ...shared,
    enabled: isId,
  });
  if (!isLongEnough) return [];
  // Main found them by any of their fields, so the box must not filter them by their titles.
  const keywords = query;
  return [
    {
      group: 'Listings',
      actions: (rows.data?.rows ?? []).map(({ id, title }) => ({
        id: `listing-${id}`,
        label: title,
        keywords,
        leftSection: <IconBuildingCommunity {...ICON} />,
        onClick: () => void navigate({ to: '/listings', search: { id } }),
      })),
    },
    {
      group: 'Quotes',
      actions: (quotes.data?.quotes ?? [])
        .filter((quote) => matches(quote, search))
        .slice(0, MAX_FOUND)
        .map((quote) => ({
          id: `quote-${quote.id}`,
          label: `Quote for ${quote.listingTitle ?? quote.listingId}`,
          description: formatPlainRange(quote.checkIn, quote.checkOut),
          keywords,
          leftSection: <IconReceipt2 {...ICON} />,
          onClick: () => void navigate({ to: '/quotes', search: { id: quote.id } }),
        })),
    },
    {
      group: 'Requests',
      actions: (isId ? (exchanges.data?.exchanges ?? []) : []).map(({ id, operation, sentAt, status }) => ({
        id: `exchange-${id}`,
        label: `${operationName(operation)}, ${status ?? 'no response'}`,
        description: formatInstant(sentAt),
        keywords,
        leftSection: <IconArrowsExchange {...ICON} />,
        onClick: () => void navigate({ to: '/traffic', search: { id } }),
      })),
    },
  ];
}

/** Every word of the search is in the quote's listing, ids, dates or confirmation code. */
function matches(quote: Quote, search: string): boolean {
  const { listingTitle, listingId, id, checkIn, checkOut, reservation } = quote;
  const text = [listingTitle, listingId, id, checkIn, checkOut, reservation?.confirmationCode, 'quote']
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
