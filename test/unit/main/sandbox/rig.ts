/** A sandbox on a manual clock, with the requests that its tests send. */
import { AdjustableClock } from '../../../../src/main/sandbox/adjustable-clock.ts';
import type { SandboxMemory } from '../../../../src/main/sandbox/memory.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../src/main/sandbox/sandbox.ts';
import { outlineOf } from '../../../../src/main/sandbox/world/outline.ts';
import { World } from '../../../../src/main/sandbox/world/world.ts';
import { dayNumber, plainDateOf } from '../../../../src/shared/model/primitives.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { PICTURES_FOLDER } from '../../../support/resources.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';

export const ORIGIN = 'https://127.0.0.1:4443';
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

export type Body = Record<string, unknown>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Rig {
  readonly machine: ManualClock;
  readonly clock: AdjustableClock;
  readonly document: MemoryDocument<SandboxMemory>;
  readonly log: FakeLog;
  readonly sandbox: Sandbox;
  send(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply>;
  mint(api?: 'openApi' | 'booking', application?: number): Promise<string>;
  requestToken(api?: 'openApi' | 'booking', application?: number, changes?: Record<string, string>): Promise<Reply>;
}

export async function makeRig(
  options: Partial<SandboxOptions> & { machine?: ManualClock; document?: MemoryDocument<SandboxMemory> } = {},
): Promise<Rig> {
  const machine = options.machine ?? new ManualClock();
  const clock = new AdjustableClock(machine);
  const document = options.document ?? new MemoryDocument<SandboxMemory>();
  const log = new FakeLog();
  const random = new SequenceRandom(1, `r${machine.now()}`);
  const sandbox = await createSandbox({
    clock,
    random,
    document,
    log,
    picturesFolder: PICTURES_FOLDER,
    ...(options.enforceOpenApiRates ? { enforceOpenApiRates: true } : {}),
  });

  const send: Rig['send'] = async (method, path, { token, body, headers } = {}) => {
    const request = new Request(`${ORIGIN}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await sandbox.fetch(request);
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : { text }) as Body };
  };
  const requestToken: Rig['requestToken'] = (api = 'openApi', application = 0, changes = {}) => {
    const { openApi, applications } = sandbox.credentials();
    const client = api === 'openApi' ? openApi : applications[application];
    const form = {
      grant_type: 'client_credentials',
      scope: api === 'openApi' ? 'open-api' : 'booking_engine:api',
      client_id: client?.clientId ?? '',
      client_secret: client?.clientSecret ?? '',
      ...changes,
    };
    return send('POST', `/${api === 'openApi' ? 'open-api' : 'booking'}/oauth2/token`, {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  };
  return {
    machine,
    clock,
    document,
    log,
    sandbox,
    send,
    requestToken,
    async mint(api, application) {
      const reply = await requestToken(api, application);
      if (reply.status !== 200) throw new Error(`no token: ${reply.status} ${JSON.stringify(reply.body)}`);
      return String(reply.body.access_token);
    },
  };
}

export interface FreeStay {
  readonly listingId: string;
  readonly index: number;
  readonly checkIn: string;
  readonly checkOut: string;
}

/** A stay of `nights` that is free at first start: in the first listing that has one within half a year. */
export function freeStay(nights = 4, from = '2026-12-01', accept: (index: number) => boolean = () => true): FreeStay {
  const world = new World({ settings: { listings: 240 }, reservations: [] } as unknown as SandboxMemory, () => 0);
  for (let index = 0; index < 240; index += 1) {
    const outline = outlineOf(index);
    if (!outline.listed || !accept(index)) continue;
    for (let day = dayNumber(from); day < dayNumber(from) + 180; day += 1) {
      if (world.problem(outline, { from: day, to: day + nights }) === null) {
        return { listingId: outline.id, index, checkIn: plainDateOf(day), checkOut: plainDateOf(day + nights) };
      }
    }
  }
  throw new Error('no stay is free');
}

/** The body of a quote request for a stay. */
export function quoteBody(stay: FreeStay, changes: Body = {}): Body {
  return {
    checkInDateLocalized: stay.checkIn,
    checkOutDateLocalized: stay.checkOut,
    listingId: stay.listingId,
    guestsCount: 2,
    ...changes,
  };
}

/** The identifier of the first rate plan of a quote, in either payload shape. */
export function firstPlanId(quote: Body): string {
  const rates = quote.rates as { ratePlans: { _id?: string; ratePlan?: { _id: string } }[] };
  return rates.ratePlans[0]?._id ?? rates.ratePlans[0]?.ratePlan?._id ?? '';
}

export const GUEST = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org', phone: '+44 20 5550 100' };
