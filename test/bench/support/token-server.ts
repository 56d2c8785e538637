/** The service of the token bench: strict quotas (service.md §3.5, §3.6), tokens of 24 hours, permissions, and an exact count. */
import type { Api } from '../../../src/shared/model/primitives.ts';
import { DAY, HOUR } from './office-script.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface ServedIssuance {
  readonly api: Api;
  readonly token: string;
  readonly at: number;
  readonly renewal: boolean;
  /** The client requested it right after a 403, although its token was valid for more than an hour. */
  readonly forPermission: boolean;
  /** The fault that destroyed its answer, or `null`. */
  fault: 'crash' | 'lost' | 'sleep' | null;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly issuance: ServedIssuance | null;
}

/** Issuances, or renewals, per rolling 24 h. */
const LIMIT: Record<Api, number> = { openApi: 5, booking: 3 };

/** A token request this soon after an answer counts as a reaction to it. */
const REACTION_MS = 1_000;

export class TokenServer {
  readonly issuances: ServedIssuance[] = [];
  /** Operations whose permission is missing, as "api operation". */
  readonly denied = new Set(['openApi forbidden', 'booking forbidden']);
  /** Token requests answered with 429 because the quota was used up. */
  refusedForQuota = 0;
  unauthorized = 0;
  readonly #time: VirtualTime;
  readonly #byToken = new Map<string, ServedIssuance>();
  /** When each API last answered 403. */
  readonly #forbiddenAt: Record<Api, number> = { openApi: 0, booking: 0 };

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  of(api: Api): ServedIssuance[] {
    return this.issuances.filter((issuance) => issuance.api === api);
  }

  token(api: Api): ServerAnswer {
    const now = this.#time.now();
    const window = this.of(api).filter((issuance) => issuance.at > now - DAY);
    const slots = api === 'openApi' ? window : window.filter((issuance) => issuance.renewal);
    const reset = Math.max(1, Math.ceil(((slots[0]?.at ?? now) + DAY - now) / 1_000));
    if (slots.length >= LIMIT[api]) {
      this.refusedForQuota += 1;
      const headers = this.#headers({ 'retry-after': String(reset) }, api, 0, reset);
      return { status: 429, headers, body: '{"message":"no token is left"}', issuance: null };
    }
    const issuance = this.#issue(api, now, window.length > 0);
    const remaining = LIMIT[api] - slots.length - 1;
    const body = { token_type: 'Bearer', expires_in: DAY / 1_000, access_token: issuance.token };
    return { status: 200, headers: this.#headers({}, api, remaining, reset), body: JSON.stringify(body), issuance };
  }

  call(api: Api, operation: string, authorization: string | null): ServerAnswer {
    const issuance = this.#byToken.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '');
    const good = issuance?.api === api && this.#time.now() < issuance.at + DAY;
    const status = !good ? 401 : this.denied.has(`${api} ${operation}`) ? 403 : 200;
    if (status === 401) this.unauthorized += 1;
    if (status === 403) this.#forbiddenAt[api] = this.#time.now();
    const body = status === 200 ? '{"results":[]}' : '{"message":"You don\'t have permission to access"}';
    return { status, headers: this.#headers({}), body, issuance: null };
  }

  #issue(api: Api, now: number, renewal: boolean): ServedIssuance {
    const held = this.of(api).findLast((issuance) => issuance.fault === null);
    const reacts = now - this.#forbiddenAt[api] < REACTION_MS;
    const forPermission = reacts && held !== undefined && now < held.at + DAY - HOUR;
    const token = `${api}-${this.issuances.length + 1}`;
    const issuance: ServedIssuance = { api, token, at: now, renewal, forPermission, fault: null };
    this.issuances.push(issuance);
    this.#byToken.set(token, issuance);
    return issuance;
  }

  /** Only the Open API's token endpoint reports its quota (service.md §3.7). */
  #headers(more: Record<string, string>, api: Api = 'booking', remaining = 0, reset = 0): Headers {
    const headers = new Headers({
      'content-type': 'application/json',
      date: new Date(this.#time.now()).toUTCString(),
      ...more,
    });
    if (api !== 'openApi') return headers;
    headers.set('ratelimit-limit', String(LIMIT.openApi));
    headers.set('ratelimit-remaining', String(remaining));
    headers.set('ratelimit-reset', String(reset));
    headers.set('x-ratelimit-limit-day', String(LIMIT.openApi));
    headers.set('x-ratelimit-remaining-day', String(remaining));
    return headers;
  }
}
