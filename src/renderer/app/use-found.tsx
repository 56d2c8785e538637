/** Finds the text of the search box in listings, quotes, searches, views, tasks and recorded requests; a few results of each. */

import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { Quote } from '../../shared/model/quote.ts';
import type { BoardQuery, BoardRow } from '../../shared/model/quote-board.ts';
import type { ExchangeFilter } from '../../shared/model/traffic.ts';
import { operationName } from '../../shared/text/api-names.ts';
import { groupedPhone } from '../../shared/text/phone.ts';
import { localDayOf } from '../../shared/time/local-day.ts';
import { paramsOf, titleOf } from '../features/availability/stored-search.ts';
import { useAsk } from '../ipc/client.ts';
import { useAudience } from '../ipc/current.ts';
import { formatCount, formatInstant, formatPlainRange } from '../text/format.ts';
import { nameOfGuest } from '../text/guest-name.ts';
import { hasWords } from '../text/has-words.ts';
import { daysOf, shortTitleOf } from '../text/task-title.ts';
import {
  IconArrowsExchange,
  IconBookmark,
  IconBuildingCommunity,
  IconCalendarSearch,
  IconListCheck,
  IconReceipt2,
  IconUser,
} from '../ui/icons.ts';
import { TYPING_PAUSE_MS } from '../ui/typing-pause.ts';
import { guestsOf } from './quote-guests.ts';
import type { ResultGroup } from './search-results.tsx';

/** The maximum number of results of one kind. */
export const MAX_FOUND = 6;
export const MIN_TYPED = 2;
const MAX_TYPED = 200;
/** Matches a text that may be a request id: at least six characters, no space, and a digit. Only then is the journal searched. */
const REQUEST_ID = /^(?=.*\d)[\w-]{6,}$/;

const EVERY_EXCHANGE: Omit<ExchangeFilter, 'connectionId' | 'search'> = {
  outcomes: [],
  operations: [],
  hosts: [],
  credentials: [],
  taskId: null,
  from: null,
  until: null,
};

export const ICON = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

export function useFound(connectionId: string, query: string): ResultGroup[] {
  const navigate = useNavigate();
  const [settled] = useDebouncedValue(query.trim().slice(0, MAX_TYPED), TYPING_PAUSE_MS);
  const search = query.trim() === '' ? '' : settled;
  const isLongEnough = search.length >= MIN_TYPED;
  const audience = useAudience();
  const { rows, quotes, older, guests, searches, tasks, preferences, exchanges } = useAnswers(
    connectionId,
    search,
    isLongEnough,
  );
  if (!isLongEnough) return [];
  return [
    {
      group: 'Listings',
      actions: (rows.data?.rows ?? []).map(({ id, title }) => ({
        id: `listing-${id}`,
        label: title,
        leftSection: <IconBuildingCommunity {...ICON} />,
        onClick: () => void navigate({ to: '/listings', search: { id } }),
      })),
    },
    {
      group: 'Quotes',
      actions: foundQuotes(quotes.data?.quotes ?? [], older.data?.rows ?? [], search).map((quote) => ({
        id: `quote-${quote.id}`,
        label: `Quote for ${quote.listingTitle ?? quote.listingId}`,
        description: [
          quote.guestName ?? [],
          formatPlainRange(quote.checkIn, quote.checkOut),
          quote.reservation?.confirmationCode ?? [],
        ]
          .flat()
          .join(' · '),
        leftSection: <IconReceipt2 {...ICON} />,
        onClick: () => void navigate({ to: '/quotes', search: { id: quote.id } }),
      })),
    },
    {
      group: 'Guests',
      actions: (guests.data ?? []).map((guest) => {
        const { id, phone, quoteIds } = guest;
        return {
          id: `guest-${id}`,
          label: nameOfGuest(guest),
          description: [groupedPhone(phone) || [], formatCount(quoteIds.length, 'quote')].flat().join(' · '),
          leftSection: <IconUser {...ICON} />,
          onClick: () => void navigate({ to: '/guests', search: { id } }),
        };
      }),
    },
    {
      group: 'Searches',
      actions: (searches.data?.searches ?? [])
        .map((stored) => ({ stored, title: titleOf(stored) }))
        .filter(({ title, stored }) => hasWords(`${title} ${stored.isKept ? 'saved' : 'recent'} search`, search))
        .slice(0, MAX_FOUND)
        .map(({ stored, title }) => ({
          id: `search-${stored.parameters}`,
          label: title,
          description: stored.isKept ? 'Saved search' : 'Recent search',
          leftSection: <IconCalendarSearch {...ICON} />,
          onClick: () => void navigate({ to: '/availability', search: paramsOf(stored) }),
        })),
    },
    {
      group: 'Views of Listings',
      actions: (preferences.data?.listingViews ?? [])
        .filter((view) => view.connectionId === connectionId && view.name !== '')
        .filter(({ name }) => hasWords(`${name} view`, search))
        .slice(0, MAX_FOUND)
        .map(({ name }) => ({
          id: `view-${name}`,
          label: name,
          description: 'View of Listings',
          leftSection: <IconBookmark {...ICON} />,
          onClick: () => void navigate({ to: '/listings', search: { view: name } }),
        })),
    },
    {
      group: 'Tasks',
      actions: (tasks.data?.tasks ?? [])
        .map((task) => ({ id: task.id, title: shortTitleOf(task, audience), days: daysOf(task) }))
        .filter(({ title, days }) => hasWords(`${title} ${days} task`, search))
        .slice(0, MAX_FOUND)
        .map(({ id, title, days }) => ({
          id: `task-${id}`,
          label: title,
          description: days,
          leftSection: <IconListCheck {...ICON} />,
          onClick: () => void navigate({ to: '/tasks', search: { id } }),
        })),
    },
    {
      group: 'Requests',
      actions: (REQUEST_ID.test(search) ? (exchanges.data?.exchanges ?? []) : []).map(
        ({ id, operation, sentAt, status }) => ({
          id: `exchange-${id}`,
          label: `${operationName(operation)}, ${status ?? 'no response'}`,
          description: formatInstant(sentAt),
          leftSection: <IconArrowsExchange {...ICON} />,
          onClick: () => void navigate({ to: '/traffic', search: { id } }),
        }),
      ),
    },
  ];
}

/** Asks main for everything that matches a search. Without `isLongEnough`, only cached answers are returned. */
function useAnswers(connectionId: string, search: string, isLongEnough: boolean) {
  const shared = { keepsPrevious: true, gcTime: 5_000 };
  const named = { connectionId, search, sort: [], columns: [], offset: 0, limit: MAX_FOUND };
  const rows = useAsk('listings', 'rows', named, { ...shared, enabled: isLongEnough });
  const quotes = useAsk('quotes', 'list', { connectionId }, { enabled: isLongEnough });
  // `list` has the newest quotes only; `board` finds every quote, also by its remembered guest.
  const everyQuote: BoardQuery = {
    ...{ connectionId, search, view: 'quotes', states: [], sort: { by: 'createdAt', descending: true } },
    ...{ group: 'none', today: localDayOf(Date.now()), offset: 0, limit: MAX_FOUND },
  };
  const older = useAsk('quotes', 'board', everyQuote, { ...shared, enabled: isLongEnough });
  const guests = useAsk('guests', 'suggest', { connectionId, search }, { ...shared, enabled: isLongEnough });
  const searches = useAsk('availability', 'searches', { connectionId }, { enabled: isLongEnough });
  const tasks = useAsk('tasks', 'list', { connectionId }, { enabled: isLongEnough });
  const preferences = useAsk('app', 'preferences', null, { enabled: false });
  const byRequestId = { filter: { ...EVERY_EXCHANGE, connectionId, search }, before: null, limit: MAX_FOUND };
  const exchanges = useAsk('traffic', 'exchanges', byRequestId, { ...shared, enabled: REQUEST_ID.test(search) });
  return { rows, quotes, older, guests, searches, tasks, preferences, exchanges };
}

/** Returns the quotes that match a search, each once: those in memory with their guests, then those of the board. */
function foundQuotes(quotes: readonly Quote[], older: readonly BoardRow[], search: string) {
  const known = quotes
    .filter((quote) => matches(quote, search))
    .map((quote) => ({ ...quote, guestName: guestsOf(quote)[0] ?? null }));
  return (
    [...known, ...older]
      // A row of the board names the remembered guest; after a restart, nothing else does.
      .map((quote, _, all) => ({ ...quote, guestName: all.find(hasGuestOf(quote))?.guestName ?? null }))
      .filter(({ id }, at, all) => all.findIndex((other) => other.id === id) === at)
      .slice(0, MAX_FOUND)
  );
}

const hasGuestOf =
  ({ id }: { readonly id: string }) =>
  (other: { readonly id: string; readonly guestName: string | null }): boolean =>
    other.id === id && other.guestName !== null;

function matches(quote: Quote, search: string): boolean {
  const { listingTitle, listingId, id, checkIn, checkOut, reservation } = quote;
  const texts = [listingTitle, listingId, id, checkIn, checkOut, reservation?.confirmationCode, ...guestsOf(quote)];
  return hasWords(`${texts.join(' ')} quote`, search);
}
