/**
 * A session with the whole console against a service whose answers are inputs of the fuzzer: listings, searches, a quote, a bulk task, HAR
 * and CSV exports. Afterwards everything that crossed to the window and every file is searched.
 */
import { join } from 'node:path';
import { filterOf } from '../../../src/shared/model/traffic.ts';
import { valuesIn } from '../../support/decode.ts';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf, type TestConsole } from '../../support/test-console.ts';
import { type OwnSecrets, type Place, repeatedOf } from '../corpus/repeated.ts';
import { Dice } from '../random.ts';
import type { SampleLeak } from './journal-batch.ts';

export interface SessionResult {
  readonly answers: number;
  readonly leaks: readonly SampleLeak[];
}

const HOST = 'https://stay.example';
const JSON_TYPE = { 'content-type': 'application/json' };
/** What the service sends is shown to the person there, and results of tasks are kept as they came. */
const SHOWS_ANSWERS = /cache\.db|\.csv$/;

/** One session; the same seed gives the same answers. */
export async function session(seed: number): Promise<SessionResult> {
  const folder = makeTempFolder();
  const dice = new Dice(seed);
  const own: OwnSecrets = {
    token: `tk_${dice.alphanumeric(40)}`,
    clientSecret: `cs_${dice.alphanumeric(40)}`,
    cardReference: `pm_${dice.alphanumeric(24)}`,
  };
  const foreign: string[] = [];
  let answers = 0;
  /** What the service knows: the card reference only once a booking brought it. */
  let known: OwnSecrets = { ...own, cardReference: own.token };
  const text = (places: readonly Place[]): string => {
    for (;;) {
      const { place, message, values } = repeatedOf(dice.int(0, 0x7fff_ffff), known);
      if (!places.includes(place)) continue;
      foreign.push(...values.filter((value) => !Object.values(own).some((secret) => secret.includes(value))));
      return message.responseBody ?? '';
    }
  };
  const service = async (request: Request): Promise<Response> => {
    answers += 1;
    if (request.url.endsWith('/instant')) known = own;
    const { pathname } = new URL(request.url);
    if (pathname === '/oauth2/token')
      return Response.json({
        access_token: own.token,
        token_type: 'Bearer',
        expires_in: 86_400,
        remark: text(['answer']),
      });
    const remark = text(['answer', 'error']);
    const headers = { ...JSON_TYPE, 'x-debug': own.token, 'x-request-id': dice.chance(0.3) ? own.token : dice.uuid() };
    if (pathname.endsWith('/quotes'))
      return Response.json({ _id: 'q1', rates: { ratePlans: [{ _id: 'p1', name: own.token }] }, remark }, { headers });
    if (pathname.endsWith('/instant')) return new Response(text(['error']), { status: 400, headers });
    if (pathname.endsWith('/calendar'))
      return dice.chance(0.3)
        ? new Response(text(['error']), { status: 400, headers })
        : Response.json([{ date: '2027-05-01', status: own.token, price: 100, remark: own.clientSecret }], { headers });
    if (pathname.endsWith('/listings'))
      return Response.json({ results: [{ _id: 'l1', title: `Flat ${own.token}`, remark }], count: 1 }, { headers });
    return dice.chance(0.4)
      ? new Response(text(['error']), { status: 400, headers })
      : new Response(text(['answer']), { headers });
  };
  const one = await openTestConsole({
    folder,
    apiFetch: service,
    chooseFile: async ({ extension }) => join(folder, `chosen.${extension}`),
  });
  try {
    await use(one, own);
    const crossed = one.pair.crossed
      .filter(({ direction }) => direction === 'out')
      .map(({ data }) => JSON.stringify(data));
    await one.close();
    const ours = Object.values(own);
    const leaks: SampleLeak[] = [...valuesIn(crossed.join('\n'), ours)].map((value) => ({ seed, way: 'IPC', value }));
    for (const [name, content] of Object.entries(one.files())) {
      if (/vault|\.sqlite-shm/.test(name)) continue;
      const values = SHOWS_ANSWERS.test(name) ? ours : [...ours, ...foreign.filter((value) => value.length >= 8)];
      for (const value of new Set(values))
        if (content.includes(value) || content.includes(JSON.stringify(value).slice(1, -1)))
          leaks.push({ seed, way: name, value });
    }
    return { answers, leaks };
  } finally {
    await one.close();
    removeTempFolder(folder);
  }
}

/** Uses what a person can use; calls that the service refuses count as used. */
async function use({ latchkey }: TestConsole, own: OwnSecrets): Promise<void> {
  const connection = await outputOf(
    latchkey.connections.create({
      name: 'Live',
      presetId: 'custom',
      addresses: { baseUrl: HOST, authUrl: HOST, bookingBaseUrl: `${HOST}/api`, bookingAuthUrl: HOST },
      openApi: { clientId: 'open-client', clientSecret: own.clientSecret },
      applications: [{ label: 'Site', bookingOption: 'both', clientId: 'site-client', clientSecret: own.clientSecret }],
    }),
  );
  const connectionId = connection.id;
  const [site] = connection.applications;
  if (!site) throw new Error('the application is missing');
  const applicationId = site.id;
  await latchkey.listings.load({ connectionId });
  await eventually(async () =>
    ['done', 'failed'].includes((await outputOf(latchkey.listings.status({ connectionId }))).phase),
  );
  for (let month = 1; month <= 6; month += 1)
    await latchkey.availability.search({
      connectionId,
      applicationId,
      checkIn: `2027-0${month}-01`,
      checkOut: `2027-0${month}-04`,
    });
  const stay = { checkIn: '2027-05-01', checkOut: '2027-05-04', guests: 2, coupons: [] };
  const quote = await latchkey.quotes.create({ connectionId, applicationId, listingId: 'l1', ...stay });
  if (quote.ok)
    await latchkey.quotes.book({
      connectionId,
      quoteId: quote.value.id,
      ratePlanId: 'p1',
      guest: { firstName: 'A', lastName: 'B', email: 'a@b.example', phone: '+49 30 1234567' },
      cardToken: own.cardReference,
    });
  const spec = {
    kind: 'calendars' as const,
    from: '2027-05-01',
    until: '2027-05-02',
    listingIds: ['l1', 'l2', 'l3', 'l4'],
  };
  const task = await latchkey.tasks.create({ connectionId, applicationId, spec });
  if (task.ok) {
    const { id } = task.value;
    await eventually(async () => {
      const { tasks } = await outputOf(latchkey.tasks.list({ connectionId }));
      return tasks.every(({ state }) => state === 'done' || state === 'cancelled');
    });
    await latchkey.tasks.rows({ id, search: '', offset: 0, limit: 10 });
    await latchkey.tasks.failures({ id });
    await latchkey.tasks.exportTable({ id, search: '', heads: [], format: 'csv' });
  }
  await latchkey.doctor.failures({ connectionId, before: null, only: 'refusals' });
  await latchkey.doctor.failures({ connectionId, before: null, only: null });
  await latchkey.doctor.access({ connectionId });
  await latchkey.tokens.status({ connectionId });
  const filter = filterOf(connectionId);
  const { exchanges } = await outputOf(latchkey.traffic.exchanges({ filter, before: null, limit: 1_000 }));
  for (const { id } of exchanges) await latchkey.traffic.exchange({ id });
  await latchkey.traffic.exportHar({ kind: 'filtered', filter });
}
