/** The events of a busy office, day by day, the same for every subject. */
import type { Random } from '../../../src/main/platform/ports.ts';
import type { Api } from '../../../src/shared/model/primitives.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The moments of an issuance at which the process can end. */
export const CRASH_POINTS = ['beforeLine', 'afterLine', 'afterSend', 'beforeKept'] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Operations by API. `forbidden` is never permitted; the others can lose their permission for a while. */
const OPERATIONS: Record<Api, readonly string[]> = {
  openApi: ['listListings', 'getListing', 'forbidden'],
  booking: ['search', 'calendar', 'quoteCreate', 'forbidden'],
};

export type OfficeAction =
  /** `times` calls at once. */
  | { readonly do: 'call'; readonly api: Api; readonly operation: string; readonly times: number }
  /** The process ends, gracefully or not, and restarts. */
  | { readonly do: 'restart'; readonly killed: boolean }
  /** The process ends in the middle of the next issuance. */
  | { readonly do: 'crash'; readonly api: Api; readonly point: CrashPoint }
  /** The answer to the next issuance is lost. */
  | { readonly do: 'lose'; readonly api: Api }
  | { readonly do: 'sleep'; readonly forMs: number }
  /** The machine's clock is set to the true time plus `offsetMs`. */
  | { readonly do: 'setClock'; readonly offsetMs: number }
  | { readonly do: 'permit'; readonly api: Api; readonly operation: string; readonly allowed: boolean };

export type ScriptEvent = OfficeAction & { readonly at: number };

const APIS = ['openApi', 'booking'] as const;
const OFFSETS_MS = [3 * HOUR, -3 * HOUR, 26 * HOUR, -26 * HOUR, 20 * MINUTE, -20 * MINUTE];

/** The kinds of trouble in a script. */
export interface ScriptOptions {
  readonly days: number;
  readonly startsAt: number;
  readonly clockJumps?: boolean;
  /** Every day all permitted operations are refused with 403 for two hours; some services also answer so when a token died. */
  readonly suspensions?: boolean;
}

/** The events of `days` days from `startsAt` (a midnight), in order. */
export function officeScript(
  random: Random,
  { days, startsAt, clockJumps = true, suspensions = false }: ScriptOptions,
): ScriptEvent[] {
  const events: ScriptEvent[] = [];
  for (let day = 0; day < days; day += 1) {
    const today = new Day(random, startsAt + day * DAY, day);
    today.office();
    today.night();
    today.bursts();
    today.restarts();
    today.troubles();
    if (suspensions) today.suspension();
    else today.storm();
    if (clockJumps && day % 4 === 2) today.clockJump(OFFSETS_MS[Math.floor(day / 4) % OFFSETS_MS.length] ?? 0);
    events.push(...today.events);
  }
  const ordered = events.toSorted((one, other) => one.at - other.at);
  const sleeps = ordered.filter((event) => event.do === 'sleep');
  // No calls on a sleeping machine.
  return ordered.filter(
    (event) =>
      event.do === 'permit' ||
      !sleeps.some((sleep) => sleep !== event && event.at >= sleep.at && event.at < sleep.at + sleep.forMs + MINUTE),
  );
}

class Day {
  readonly events: ScriptEvent[] = [];
  readonly #random: Random;
  readonly #midnight: number;
  readonly #number: number;

  constructor(random: Random, midnight: number, number: number) {
    this.#random = random;
    this.#midnight = midnight;
    this.#number = number;
  }

  /** Calls from 9 to 18 h, one every two minutes or so. */
  office(): void {
    for (let at = 9 * HOUR; at < 18 * HOUR; at += this.#between(0.5, 3.5) * MINUTE) this.#call(at, 1);
  }

  /** A job that runs in some nights. */
  night(): void {
    if (this.#random.fraction() > 0.3) return;
    for (let at = 0; at < 6 * HOUR; at += this.#between(15, 40) * MINUTE) this.#call(at, 1);
  }

  /** A thousand calls at once; every third day also early in the morning, when yesterday's token expires. */
  bursts(): void {
    if (this.#number % 3 === 0) this.#call(this.#between(8.95, 9.6) * HOUR, 1_000);
    this.#call(this.#between(9.5, 17.5) * HOUR, 1_000);
  }

  restarts(): void {
    const times = 1 + Math.floor(this.#random.fraction() * 4);
    for (let turn = 0; turn < times; turn += 1)
      this.#add(this.#between(0, 24) * HOUR, { do: 'restart', killed: this.#random.fraction() < 0.5 });
  }

  /** Every day a crash in one API's next issuance; every third day a lost answer; on some days sleep. */
  troubles(): void {
    const point = CRASH_POINTS[Math.floor(this.#number / 2) % CRASH_POINTS.length] ?? 'afterSend';
    this.#add(this.#between(8, 17) * HOUR, { do: 'crash', api: this.#api(0), point });
    if (this.#number % 3 === 1) this.#add(this.#between(8, 17) * HOUR, { do: 'lose', api: this.#api(1) });
    if (this.#random.fraction() < 0.4)
      this.#add(this.#between(12, 13) * HOUR, { do: 'sleep', forMs: this.#between(20, 60) * MINUTE });
    if (this.#random.fraction() < 0.5) this.#add(18.5 * HOUR, { do: 'sleep', forMs: this.#between(12.5, 14.2) * HOUR });
  }

  /** For some hours a working operation is refused, and is called more often than usual. */
  storm(): void {
    if (this.#number % 2 === 0) return;
    const api = this.#api(Math.floor(this.#number / 2));
    const able = OPERATIONS[api].filter((operation) => operation !== 'forbidden');
    const operation = able[Math.floor(this.#random.fraction() * able.length)] ?? 'search';
    const from = this.#between(9.5, 14) * HOUR;
    const until = from + this.#between(1, 4) * HOUR;
    this.#add(from, { do: 'permit', api, operation, allowed: false });
    for (let at = from + MINUTE; at < from + 30 * MINUTE; at += this.#between(2, 8) * 1_000)
      this.#add(at, { do: 'call', api, operation, times: 1 });
    this.#add(from + 31 * MINUTE, { do: 'call', api, operation, times: 300 });
    this.#add(until, { do: 'permit', api, operation, allowed: true });
  }

  suspension(): void {
    for (const api of APIS)
      for (const operation of OPERATIONS[api].filter((name) => name !== 'forbidden')) {
        this.#add(11 * HOUR, { do: 'permit', api, operation, allowed: false });
        this.#add(13 * HOUR, { do: 'permit', api, operation, allowed: true });
      }
  }

  /** The machine's clock goes wrong and is corrected hours later; each time the process may restart before it sees an answer. */
  clockJump(offsetMs: number): void {
    const at = this.#between(9.5, 15) * HOUR;
    const until = at + this.#between(1, 7) * HOUR;
    for (const [instant, offset] of [
      [at, offsetMs],
      [until, 0],
    ] as const) {
      this.#add(instant, { do: 'setClock', offsetMs: offset });
      if (this.#random.fraction() < 0.5) this.#add(instant + 1, { do: 'restart', killed: true });
    }
  }

  #call(at: number, times: number): void {
    const api = this.#api(Math.floor(this.#random.fraction() * 2));
    const operations = OPERATIONS[api];
    const operation = operations[Math.floor(this.#random.fraction() * operations.length)] ?? '';
    this.#add(at, { do: 'call', api, operation, times });
  }

  #api(turn: number): Api {
    return APIS[(this.#number + turn) % 2] ?? 'openApi';
  }

  #add(atMs: number, action: OfficeAction): void {
    this.events.push({ ...action, at: this.#midnight + Math.round(atMs) });
  }

  #between(low: number, high: number): number {
    return low + this.#random.fraction() * (high - low);
  }
}
