/** A console for the bench of faults: what a person does on it, each act with what must still be there afterwards. */
import { registerHooks } from 'node:module';
import type { ErrorData } from '../../../src/shared/errors.ts';
import { describeError } from '../../../src/shared/text/error-text.ts';
import { sandboxBefore } from '../../support/sandbox-before.ts';
import type { TestConsole, TestConsoleOptions } from '../../support/test-console.ts';

// electron-store takes the default export; without Electron it needs an absolute folder, which it gets.
const STAND_IN = 'data:text/javascript,export default {}; export const ipcMain = { removeAllListeners() {} };';
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: STAND_IN, format: 'module', shortCircuit: true } : next(specifier, context),
});
const { eventually, openTestConsole } = await import('../../support/test-console.ts');
const { storeDocument } = await import('../../../src/main/platform/electron/store-document.ts');

const CONNECTION = 'sandbox';
const LISTINGS = 6;
const STAY = { checkIn: '2027-05-01', checkOut: '2027-05-04' };
const HOST = 'https://console.example';
const FAILURE = (number: number): string =>
  `curl https://open-api.guesty.com/v1/listings/${number} -H 'Authorization: no-bearer'\nHTTP/1.1 401 Unauthorized\n`;

export const openFaulty = (folder: string, options: Partial<TestConsoleOptions> = {}): Promise<TestConsole> =>
  openTestConsole({ folder, openDocument: storeDocument, ask: async () => true, ...options });

/** Prepares a folder with a small sandbox, before its first console. */
export const prepareFolder = (folder: string): void => sandboxBefore(folder, LISTINGS);

/** A sentence instead of a result. */
export class Refused extends Error {
  readonly data: ErrorData;
  constructor(data: ErrorData) {
    super(describeError(data).sentence);
    this.data = data;
  }
}

type Answer<Value> = Promise<{ ok: true; value: Value } | { ok: false; error: ErrorData }>;
async function answered<Value>(answer: Answer<Value>): Promise<Value> {
  const envelope = await answer;
  if (envelope.ok) return envelope.value;
  throw new Refused(envelope.error);
}

async function applicationOf({ latchkey }: TestConsole): Promise<string> {
  const { connections } = await answered(latchkey.connections.list(null));
  return connections.find(({ id }) => id === CONNECTION)?.applications[0]?.id ?? '';
}

/** An act of a person. Resolves with what must be there from now on; rejects with {@link Refused} when the app refuses it. */
type Act = (one: TestConsole, number: number) => Promise<string>;

const quote: Act = async (one) => {
  const of = { connectionId: CONNECTION, applicationId: await applicationOf(one) };
  const { items } = await answered(one.latchkey.availability.search({ ...of, ...STAY, guests: 2 }));
  const listingId = items[0]?.listingId ?? '';
  const { id } = await answered(one.latchkey.quotes.create({ ...of, ...STAY, listingId, guests: 2, coupons: [] }));
  return `quote ${id}`;
};

export const ACTS: Readonly<Record<string, Act>> = {
  async guest({ latchkey }, number) {
    const guest = { firstName: 'Ada', lastName: `Marsh ${number}`, email: `ada${number}@guest.example`, phone: '' };
    await answered(latchkey.guests.remember({ connectionId: CONNECTION, guest, quoteIds: [] }));
    return `guest ${guest.email}`;
  },
  quote,
  async note(one, number) {
    const [, quoteId = ''] = (await quote(one, number)).split(' ');
    const changes = { note: `a note ${number}`, followUpOn: '2027-04-01' };
    await answered(one.latchkey.quotes.annotate({ connectionId: CONNECTION, quoteId, changes }));
    return `note ${quoteId} a note ${number}`;
  },
  async search({ latchkey }, number) {
    const parameters = `location=${number}`;
    await answered(latchkey.availability.putSearch({ connectionId: CONNECTION, parameters, isKept: true, at: null }));
    return `search ${parameters}`;
  },
  async case({ latchkey }, number) {
    const before = await caseIds(latchkey);
    await answered(latchkey.doctor.readText({ text: FAILURE(number) }));
    const [id] = (await caseIds(latchkey)).filter((one) => !before.includes(one));
    // The diagnosis is shown without a link to its case then.
    if (id === undefined) throw new Refused({ code: 'storageFailed', what: 'The case', reason: 'it was not kept' });
    return `case ${id}`;
  },
  async connection({ latchkey }, number) {
    const made = await answered(
      latchkey.connections.create({
        ...{ name: `Harbour ${number}`, presetId: 'custom' },
        addresses: { baseUrl: HOST, authUrl: HOST, bookingBaseUrl: HOST, bookingAuthUrl: HOST },
        openApi: { clientId: `client-${number}`, clientSecret: 'planted-secret' },
        applications: [],
      }),
    );
    return `connection ${made.id} encrypted`;
  },
  async preference({ latchkey }, number) {
    const bodyKilobytes = 1 + (number % 2_000);
    await answered(latchkey.app.setPreferences({ journal: { bodyKilobytes } }));
    return `preference ${bodyKilobytes}`;
  },
  async token({ latchkey }) {
    const { connections } = await answered(latchkey.connections.list(null));
    const credentialId = connections.find(({ id }) => id === CONNECTION)?.openApi?.id ?? '';
    const { quota } = await answered(latchkey.tokens.renew({ credentialId, confirmLastSlot: true }));
    return `issued ${quota.used}`;
  },
  async step(one) {
    const applicationId = await applicationOf(one);
    const step = 'directBooking';
    await answered(one.latchkey.booking.tick({ connectionId: CONNECTION, applicationId, step, isDone: true }));
    return `step ${step}`;
  },
  async task({ latchkey }) {
    await answered(latchkey.listings.load({ connectionId: CONNECTION }));
    await eventually(
      async () => (await answered(latchkey.listings.status({ connectionId: CONNECTION }))).phase !== 'loading',
    );
    const spec = { kind: 'calendars', from: '2026-12-01', until: '2026-12-02', listingIds: null } as const;
    const { id } = await answered(latchkey.tasks.create({ connectionId: CONNECTION, applicationId: null, spec }));
    return `task ${id}`;
  },
};

const ALL_CASES = { search: '', state: null, offset: 0, limit: 500 };
const caseIds = async ({ cases }: TestConsole['latchkey']): Promise<string[]> =>
  (await answered(cases.list(ALL_CASES))).rows.map(({ id }) => id);

export interface Kept {
  readonly facts: ReadonlySet<string>;
  /** The sentences of what cannot be read. */
  readonly sentences: readonly string[];
}

/** What the console shows a person now. */
export async function keptIn({ latchkey }: TestConsole): Promise<Kept> {
  const connectionId = CONNECTION;
  const sentences: string[] = [];
  const read = async (facts: () => Promise<string[]>): Promise<string[]> => {
    try {
      return await facts();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      sentences.push(error.message);
      return [];
    }
  };
  const page = { connectionId, search: '', offset: 0, limit: 200 };
  const found = await Promise.all([
    read(async () => (await answered(latchkey.guests.list(page))).rows.map(({ email }) => `guest ${email}`)),
    read(async () => {
      const { quotes } = await answered(latchkey.quotes.list({ connectionId }));
      const notes = quotes.map(async ({ id }) => {
        const { annotation } = await answered(latchkey.quotes.get({ connectionId, quoteId: id }));
        return `note ${id} ${annotation.note ?? ''}`;
      });
      return [...quotes.map(({ id }) => `quote ${id}`), ...(await Promise.all(notes))];
    }),
    read(async () =>
      (await answered(latchkey.availability.searches({ connectionId }))).searches.map(
        ({ parameters }) => `search ${parameters}`,
      ),
    ),
    read(async () => (await caseIds(latchkey)).map((id) => `case ${id}`)),
    read(async () =>
      (await answered(latchkey.connections.list(null))).connections.map(
        ({ id, openApi }) => `connection ${id} ${openApi?.secret}`,
      ),
    ),
    read(async () => [`preference ${(await answered(latchkey.app.preferences(null))).journal.bodyKilobytes}`]),
    read(async () => {
      const { tokens } = await answered(latchkey.tokens.status({ connectionId }));
      const used = Math.max(...tokens.map(({ quota }) => quota.used));
      return Array.from({ length: used }, (_, index) => `issued ${index + 1}`);
    }),
    read(async () => {
      const { applications } = await answered(latchkey.booking.notes({ connectionId }));
      return applications.flatMap(({ directBookingAt }) => (directBookingAt === null ? [] : ['step directBooking']));
    }),
    read(async () => (await answered(latchkey.tasks.list({ connectionId }))).tasks.map(({ id }) => `task ${id}`)),
  ]);
  return { facts: new Set(found.flat()), sentences };
}

export const missingOf = (acknowledged: readonly string[], { facts }: Kept): string[] =>
  acknowledged.filter((fact) => !facts.has(fact));
