/** Builds the filler that reads all calendars, and the desk that answers from them. */

import type { ListingsFilter } from '../../shared/model/listing.ts';
import { HOUR_MS } from '../../shared/time/units.ts';
import type { ApiClient } from '../api/api-client.ts';
import { CalendarFiller } from '../desk/calendars/calendar-filler.ts';
import { HomeCalendars } from '../desk/calendars/home-calendars.ts';
import { TakenDates } from '../desk/calendars/taken-dates.ts';
import type { AnswerStore } from '../desk/flexible-dates/answer-store.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import type { QuoteStore } from '../desk/quote-store.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock } from '../platform/ports.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import { SANDBOX_ID } from '../vault/sandbox-connection.ts';
import type { Vault } from '../vault/vault.ts';

export interface CalendarParts {
  readonly kit: PlatformKit;
  readonly vault: Pick<Vault, 'connection'>;
  readonly tokens: Pick<TokenService, 'status' | 'read'>;
  readonly rates: Pick<Limiters, 'snapshot' | 'limiterOf'>;
  readonly api: Pick<ApiClient, 'call'>;
  readonly listings: Pick<ListingsDesk, 'loaded' | 'matching'>;
  readonly answers: AnswerStore;
  readonly quoteStore: Pick<QuoteStore, 'bookable' | 'bookings' | 'find'>;
  readonly clockOf: (connectionId: string) => Clock;
}

export function calendarsOf({ kit, vault, tokens, rates, api, listings, answers, quoteStore, clockOf }: CalendarParts) {
  const common = { answers, connections: vault, listings: (connectionId: string) => listings.loaded(connectionId) };
  const calendars = new CalendarFiller({
    ...common,
    api,
    async standing(connectionId, credentialId) {
      await tokens.read(credentialId);
      const { state, foreignUse } = tokens.status(credentialId);
      // The first use of a limiter makes its windows.
      rates.limiterOf(connectionId, 'booking');
      const group = rates.snapshot(connectionId).groups.find((known) => known.api === 'booking');
      // For an hour after a client of another program got a token, the filler leaves the credential to that client.
      const isForeign = foreignUse !== null && clockOf(connectionId).now() - foreignUse.noticedAt < HOUR_MS;
      const isShared = group !== undefined && (group.rateShare < 1 || group.windows.some((at) => at.otherClients > 0));
      // Tokens of the sandbox cost nothing. A token that is due does not count, because the next request would renew it.
      const isFree = connectionId === SANDBOX_ID;
      return {
        windows: (group?.windows ?? []).map(({ windowMs, allowed }) => ({ windowMs, limit: Math.max(1, allowed) })),
        isFree,
        pause: isForeign || isShared ? 'otherClients' : isFree || state === 'valid' ? null : 'noToken',
      };
    },
    clock: kit.clock,
    clockOf,
    log: kit.log,
  });
  const bookings = (connectionId: string, day: string) => quoteStore.bookings(connectionId, day);
  const onShown = (connectionId: string, ids: readonly string[]) => calendars.show(connectionId, ids);
  const matching = (filter: ListingsFilter) => listings.matching(filter);
  const homeCalendars = new HomeCalendars({ ...common, bookings, matching, onShown, clockOf });
  const takenDates = new TakenDates({
    homeCalendars,
    listings: common.listings,
    bookings,
    bookable: (connectionId, now) => quoteStore.bookable(connectionId, now),
    quoteOf: (connectionId, quoteId) => quoteStore.find(connectionId, quoteId)?.quote ?? null,
    clockOf,
  });
  return { calendars, homeCalendars, takenDates };
}
