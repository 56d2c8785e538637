/** Derives from quotes and tasks what needs a person's attention. Instants are in epoch ms on the connection's clock. */
import type { Audience } from '../../../shared/model/app.ts';
import type { TakenOpen } from '../../../shared/model/calendars.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import type { BoardRow } from '../../../shared/model/quote-board.ts';
import type { Task } from '../../../shared/model/task.ts';
import { EXPIRING_MS } from '../../../shared/quote/quote-state.ts';
import { formatCount, formatInstant, formatNumber, formatPlainDate, formatPlainRange } from '../../text/format.ts';
import { takenTitle } from '../../text/taken-text.ts';
import { titleOf } from '../../text/task-title.ts';
import type { AttentionItem } from './attention-item.ts';

/** The time for which an expired quote or an ended task is shown. */
const RECENT_MS = 7 * 24 * 3_600_000;
/** Up to this number of quotes of a kind, each has its own item; more quotes share one item. */
const MAX_SINGLE = 3;

const nameOf = ({ listingTitle, listingId }: Quote): string => listingTitle ?? listingId;

export function quoteItems(quotes: readonly Quote[], now: number): AttentionItem[] {
  const open = quotes.filter(({ outcome, replacedBy }) => outcome === 'open' && replacedBy === null);
  const expired = open.filter(({ expiresAt }) => expiresAt <= now && now - expiresAt < RECENT_MS);
  return [
    ...quotes.filter(({ outcome }) => outcome === 'unknown').map(unconfirmedItem),
    ...waitingItems(quotes.filter(({ outcome }) => outcome === 'reserved')),
    ...open
      .filter(({ expiresAt }) => expiresAt > now && expiresAt - now < EXPIRING_MS)
      .map((quote) =>
        quoteItem(quote, 'warn', 'expires', 'Book it before, or make a new one; its price may change.', now),
      ),
    ...(expired.length > MAX_SINGLE
      ? [expiredItem(expired)]
      : expired.map((quote) =>
          quoteItem(quote, 'info', 'expired', 'Make a new one, or remove it from the list.', now),
        )),
  ];
}

const quoteItem = (quote: Quote, tone: 'warn' | 'info', what: string, detail: string, now: number): AttentionItem => ({
  id: `quote-${quote.id}`,
  tone,
  title: `The quote for ${nameOf(quote)} ${what} ${formatInstant(quote.expiresAt, { now })}`,
  detail,
  link: { to: '/quotes', search: { id: quote.id }, text: 'Open the quote' },
});

const expiredItem = (quotes: readonly Quote[]): AttentionItem => ({
  id: 'quotes-expired',
  tone: 'info',
  title: `${formatCount(quotes.length, 'quote')} expired`,
  detail: 'Make new ones, or remove them from the list.',
  link: { to: '/quotes', text: 'Open Quotes' },
});

/** Requests to book that the owner has not accepted or declined, as far as the console knows. */
function waitingItems(waiting: readonly Quote[]): AttentionItem[] {
  if (waiting.length > MAX_SINGLE)
    return [
      {
        id: 'quotes-waiting',
        tone: 'info',
        title: `${formatCount(waiting.length, 'request')} to book await approval`,
        detail: 'Approve or decline them in the account, then check them here.',
        link: { to: '/quotes', search: { view: 'reservations' }, text: 'Open the reservations' },
      },
    ];
  return waiting.map((quote) => ({
    id: `quote-${quote.id}`,
    tone: 'info',
    title: `The request to book ${nameOf(quote)} awaits approval`,
    detail: `Arrival ${formatPlainDate(quote.checkIn)}. Approve or decline it in the account, then check it here.`,
    link: { to: '/quotes', search: { id: quote.id }, text: 'Open the quote' },
  }));
}

/** Makes the items for open quotes whose dates are taken: one item for each quote, or one for all when there are more than {@link MAX_SINGLE}. */
export function takenItems({ count, first }: TakenOpen): AttentionItem[] {
  if (count > MAX_SINGLE)
    return [
      {
        id: 'quotes-taken',
        tone: 'bad',
        title: `${formatCount(count, 'quote')} whose dates are taken`,
        detail: 'Offer their guests other dates or another home.',
        link: { to: '/quotes', search: { taken: '1' }, text: 'Open these quotes' },
      },
    ];
  return first.map(({ quoteId, title, checkIn, checkOut, by }) => ({
    id: `taken-${quoteId}`,
    tone: 'bad',
    title: `${takenTitle({ by })}: ${title}, ${formatPlainRange(checkIn, checkOut)}`,
    detail: 'Its page has the nearest free stay and the nearest similar home.',
    link: { to: '/quotes', search: { id: quoteId }, text: 'Open the quote' },
  }));
}

/** Makes the items for the due follow-ups: one item for each, or one for all when there are more than {@link MAX_SINGLE}. */
export function followUpItems(due: readonly BoardRow[], count: number): AttentionItem[] {
  if (count > MAX_SINGLE)
    return [
      {
        id: 'follow-ups',
        tone: 'warn',
        title: `${formatCount(count, 'follow-up')} due`,
        detail: 'Quotes that you wanted to come back to by today.',
        link: { to: '/quotes', search: { view: 'followUps' }, text: 'Open the follow-ups' },
      },
    ];
  return due.map(({ id, listingTitle, listingId, guestName }) => ({
    id: `follow-up-${id}`,
    tone: 'warn',
    title: `Follow up on ${listingTitle ?? listingId}${guestName === null ? '' : ` for ${guestName}`}`,
    detail: 'You wanted to come back to this quote by today.',
    link: { to: '/quotes', search: { id }, text: 'Open the quote' },
  }));
}

const unconfirmedItem = (quote: Quote): AttentionItem => ({
  id: `quote-${quote.id}`,
  tone: 'bad',
  title: `The booking of ${nameOf(quote)} is unconfirmed`,
  detail: 'There may be a reservation or none. Check before you decide.',
  link: { to: '/quotes', search: { id: quote.id }, text: 'Open the quote' },
});

export function taskItems(tasks: readonly Task[], audience: Audience, now: number): AttentionItem[] {
  return tasks.flatMap((task) => {
    const failures =
      task.failed === 0 ? '' : `${formatNumber(task.failed)} of ${formatCount(task.steps, 'step')} failed. `;
    const item = (tone: AttentionItem['tone'], what: string, detail: string): AttentionItem[] => [
      {
        id: `task-${task.id}`,
        tone,
        title: `${titleOf(task, audience)}: ${what}`,
        detail: `${failures}${detail}`,
        link: { to: '/tasks', search: { id: task.id }, text: 'Open the task' },
      },
    ];
    if (task.state === 'paused' && task.error?.code === 'resultsGone')
      return item('warn', 'results are gone', 'Resume it to run it again.');
    if (task.state === 'paused' && task.error !== null && task.error.code !== 'tokenNeeded')
      return item('bad', 'stopped by an error', 'Resume it when the cause is gone.');
    if (task.state === 'paused') return item(task.failed > 0 ? 'warn' : 'info', 'paused', 'Resume it when you want.');
    const isRecent = task.finishedAt !== null && now - task.finishedAt < RECENT_MS;
    if (task.failed > 0 && (task.state === 'running' || (task.state === 'done' && isRecent)))
      return item(
        'warn',
        task.state === 'running' ? 'running, with failures' : 'done, with failures',
        'Retry them on its page.',
      );
    return [];
  });
}

/** Makes the item about records of guests and offers that cannot be read because their key is lost; empty without such records. */
export const lostItems = (records: number): AttentionItem[] =>
  records === 0
    ? []
    : [
        {
          id: 'lost-records',
          tone: 'warn',
          title: 'The key of guests, offers and notes on properties is lost',
          detail:
            'They are kept as they are: quit, put a backup of data-key.json back and start again, or delete them in Settings.',
          link: { to: '/settings', search: { section: 'guests' }, text: 'Open Settings' },
        },
      ];
