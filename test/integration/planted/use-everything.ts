/** Uses the whole console on a connection to a service under test: every operation, a bulk task, exports, renewals and the Doctor. */
import { type Area, channelOf, type EventName, type PayloadOf } from '../../../src/shared/contract/index.ts';
import type { AddressInputs } from '../../../src/shared/model/connection.ts';
import { type Exchange, filterOf } from '../../../src/shared/model/traffic.ts';
import { eventually, outputOf, type TestConsole } from '../../support/test-console.ts';
import { guest, secrets } from './values.ts';

/** Uses everything that a person can use, on a new connection. Returns every recorded exchange of it. */
export async function useEverything(
  one: TestConsole,
  addresses: AddressInputs,
): Promise<{ connectionId: string; exchanges: Exchange[] }> {
  const { latchkey } = one;
  const connection = await outputOf(
    latchkey.connections.create({
      name: 'Live',
      presetId: 'custom',
      addresses,
      openApi: { clientId: 'open-client', clientSecret: secrets.openApi },
      applications: [
        { label: 'Site', bookingOption: 'both', clientId: 'site-client', clientSecret: secrets.booking },
        { label: 'Rejected', bookingOption: 'both', clientId: 'other-client', clientSecret: secrets.booking },
      ],
    }),
  );
  const connectionId = connection.id;
  const [site, rejected] = connection.applications;
  if (!site || !rejected) throw new Error('the applications are missing');
  await outputOf(latchkey.connections.replaceSecret({ credentialId: rejected.id, clientSecret: secrets.replaced }));
  await latchkey.connections.replaceSecret({ credentialId: rejected.id, clientSecret: ` ${secrets.replaced}` });
  await outputOf(latchkey.listings.load({ connectionId }));
  await eventually(async () => (await outputOf(latchkey.listings.status({ connectionId }))).phase === 'done');
  await latchkey.listings.detail({ connectionId, listingId: 'l1' });
  const columns = ['title', 'note'];
  await latchkey.listings.rows({ connectionId, search: '', sort: [], columns, offset: 0, limit: 10 });
  await latchkey.availability.search({ connectionId, applicationId: site.id });
  await latchkey.availability.search({ connectionId, applicationId: rejected.id });
  const stay = { checkIn: '2027-05-01', checkOut: '2027-05-04', guests: 2, coupons: [] };
  const quote = await outputOf(
    latchkey.quotes.create({ connectionId, applicationId: site.id, listingId: 'l1', ...stay }),
  );
  const offer = {
    connectionId,
    quoteIds: [quote.id],
    language: 'en' as const,
    ...{ kind: 'offer' as const, opening: '', closing: '', next: '', amenities: null },
  };
  const guestName = `${guest.firstName} ${guest.lastName}`;
  await latchkey.offers.copyMail({ ...offer, guestName, guestEmail: guest.email });
  const [sent] = (await outputOf(latchkey.offers.sent({ connectionId, quoteId: quote.id }))).offers;
  await outputOf(latchkey.offers.sentDocument({ connectionId, id: sent?.id ?? '' }));
  const booking = { connectionId, quoteId: quote.id, ratePlanId: 'p1', guest, cardToken: secrets.card };
  await latchkey.quotes.book(booking);
  await latchkey.quotes.request({ ...booking, holdHours: 24 });
  await eventually(
    async () => (await outputOf(latchkey.guests.suggest({ connectionId, search: guest.email }))).length > 0,
  );
  await outputOf(latchkey.guests.list({ connectionId, search: '', offset: 0, limit: 10 }));
  await useTask(one, connectionId, site.id);
  await outputOf(latchkey.tokens.renew({ credentialId: site.id, confirmLastSlot: true }));
  await latchkey.tokens.renew({ credentialId: rejected.id, confirmLastSlot: true });
  await outputOf(latchkey.doctor.failures({ connectionId, before: null, only: 'refusals' }));
  const failures = await outputOf(latchkey.doctor.failures({ connectionId, before: null, only: null }));
  for (const { exchangeId } of failures.groups.slice(0, 1)) await outputOf(latchkey.doctor.failure({ exchangeId }));
  await latchkey.doctor.probeAccess({ connectionId, credentialIds: [site.id], newTokens: [] });
  await outputOf(latchkey.doctor.access({ connectionId }));
  await outputOf(latchkey.tokens.status({ connectionId }));
  await outputOf(latchkey.connections.list(null));
  await outputOf(latchkey.traffic.pending({ connectionId }));
  await outputOf(latchkey.traffic.rates({ connectionId }));
  const filter = filterOf(connectionId);
  const recorded = await eventually(async () => {
    const page = await outputOf(latchkey.traffic.exchanges({ filter, before: null, limit: 1_000 }));
    return page.exchanges.length >= 9 && page.exchanges;
  });
  const read = recorded.find(({ operation, method }) => operation === 'search' && method === 'GET');
  await latchkey.traffic.resend({ id: read?.id ?? '', query: [['access_token', secrets.booking]], headers: [] });
  const wholes = await Promise.all(recorded.map(({ id }) => outputOf(latchkey.traffic.exchange({ id }))));
  await outputOf(latchkey.traffic.facets({ connectionId }));
  await outputOf(latchkey.data.backUp(null));
  await outputOf(latchkey.data.exportJson({ withGuests: false }));
  await outputOf(latchkey.traffic.exportHar({ kind: 'filtered', filter }));
  // Events are published in batches, after the answers.
  await eventually(async () => {
    const ids = new Set(
      published(one, 'traffic', 'onRecorded').flatMap(({ exchanges }) => exchanges.map(({ id }) => id)),
    );
    return recorded.every(({ id }) => ids.has(id));
  });
  await eventually(async () => published(one, 'traffic', 'onPending').at(-1)?.total === 0);
  await eventually(async () => published(one, 'traffic', 'onRates').length > 0);
  return { connectionId, exchanges: wholes };
}

/** The payloads of an event that were sent to the window so far. */
const published = <A extends Area, Name extends EventName<A>>(
  one: TestConsole,
  area: A,
  name: Name,
): PayloadOf<A, Name>[] =>
  one.pair.crossed
    .filter(({ channel, direction }) => direction === 'out' && channel === channelOf(area, name))
    .map(({ data }) => data as PayloadOf<A, Name>);

/** Runs a bulk task. In the answer to one of its steps the service repeats the token. */
async function useTask(one: TestConsole, connectionId: string, applicationId: string): Promise<void> {
  const { latchkey } = one;
  const spec = { kind: 'calendars', from: '2027-05-01', until: '2027-05-02', listingIds: ['l1', 'l2'] } as const;
  const input = { connectionId, applicationId, spec: { ...spec, listingIds: [...spec.listingIds] } };
  await outputOf(latchkey.tasks.plan(input));
  const { id } = await outputOf(latchkey.tasks.create(input));
  await eventually(async () => {
    const { tasks } = await outputOf(latchkey.tasks.list({ connectionId }));
    return tasks.every(({ state }) => state === 'done');
  });
  await outputOf(latchkey.tasks.rows({ id, search: '', offset: 0, limit: 10 }));
  await outputOf(latchkey.tasks.failures({ id }));
  await outputOf(latchkey.tasks.exportTable({ id, search: '', heads: [], format: 'csv' }));
}
