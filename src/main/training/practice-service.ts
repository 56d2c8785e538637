/** A sandbox in memory for one exercise. Its answers are the failures that a customer reports, and its exchanges show the documented addresses. */

import { ADDRESS_KEYS } from '../../shared/connection/account.ts';
import type { Addresses } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { SandboxCommand } from '../../shared/model/sandbox.ts';
import { SCOPES } from '../../shared/model/token.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { Clock, Log, Random } from '../platform/ports.ts';
import { AdjustableClock } from '../sandbox/adjustable-clock.ts';
import type { SandboxMemory } from '../sandbox/memory.ts';
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts';

export interface PracticeDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly addresses: Addresses;
}

/** A customer's request to the practice service. `path` is relative to the API's base address or, with `isToken`, to its token address. */
export interface PracticeRequest {
  readonly api: Api;
  readonly path: string;
  readonly isToken?: boolean;
  readonly method?: 'GET' | 'POST';
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  /** The scheme and host in the customer’s text, if they differ from the documented ones. */
  readonly scheme?: 'http:';
  readonly host?: string;
}

/**
 * A request to the practice service and its answer. `status`: `null` when the service closed the connection. `at`: epoch ms on the service's clock.
 */
export interface PracticeExchange {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  readonly at: number;
  readonly status: number | null;
  readonly answerHeaders: readonly (readonly [string, string])[];
  readonly answer: string;
}

const FORM = 'application/x-www-form-urlencoded';

export class PracticeService {
  readonly #sandbox: Sandbox;
  readonly #clock: AdjustableClock;
  readonly #addresses: Addresses;

  private constructor(sandbox: Sandbox, clock: AdjustableClock, addresses: Addresses) {
    this.#sandbox = sandbox;
    this.#clock = clock;
    this.#addresses = addresses;
  }

  static async open({ clock: machine, random, log, addresses }: PracticeDeps): Promise<PracticeService> {
    const clock = new AdjustableClock(machine);
    const kept: { memory: SandboxMemory | null } = { memory: null };
    const document = {
      read: () => kept.memory,
      write: async (memory: SandboxMemory) => {
        kept.memory = memory;
      },
    };
    const sandbox = await createSandbox({ clock, random, document, log, picturesFolder: '' });
    return new PracticeService(sandbox, clock, addresses);
  }

  now(): number {
    return this.#clock.now();
  }

  pass(ms: number): void {
    this.#clock.skip(ms);
  }

  apply(command: SandboxCommand): void {
    this.#sandbox.apply(command);
  }

  /** The fields of a token request. `application` is the index of a Booking Engine application. */
  credentials(api: Api, application = 0): Record<string, string> {
    const { openApi, applications } = this.#sandbox.credentials();
    const { clientId, clientSecret } = (api === 'openApi' ? openApi : applications[application]) ?? openApi;
    return { grant_type: 'client_credentials', scope: SCOPES[api], client_id: clientId, client_secret: clientSecret };
  }

  async token(api: Api, application = 0): Promise<string> {
    const { answer } = await this.send(this.tokenRequest(api, this.credentials(api, application)));
    const { access_token: token } = JSON.parse(answer) as { access_token?: string };
    if (token === undefined) throw new Error('the practice service issued no token');
    return token;
  }

  tokenRequest(api: Api, fields: Record<string, string>): PracticeRequest {
    const body = new URLSearchParams(fields).toString();
    return { api, isToken: true, path: '/oauth2/token', method: 'POST', headers: [['Content-Type', FORM]], body };
  }

  /** Sends a request one second of the service's clock after the last one, or at the same time with `atOnce`. */
  async send(request: PracticeRequest, { atOnce = false } = {}): Promise<PracticeExchange> {
    if (!atOnce) this.pass(SECOND_MS);
    const { api, path, isToken = false, method = 'GET', headers = [], body = null, scheme, host } = request;
    const base = this.#addresses[ADDRESS_KEYS[api][isToken ? 'token' : 'base']] ?? '';
    const url = new URL(`${base.replace(/\/+$/, '')}${path}`);
    if (scheme) url.protocol = scheme;
    if (host) url.host = host;
    const room = api === 'openApi' ? 'open-api' : 'booking';
    const sent = new Request(`${scheme ?? 'https:'}//127.0.0.1/${room}${path}`, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body,
      redirect: 'manual',
    });
    const at = this.now();
    const told = { method, url: url.href, headers, body, at };
    try {
      const response = await this.#sandbox.fetch(sent);
      const answerHeaders = [['date', new Date(at).toUTCString()], ...response.headers] as [string, string][];
      return { ...told, status: response.status, answerHeaders, answer: await response.text() };
    } catch {
      return { ...told, status: null, answerHeaders: [], answer: '' };
    }
  }

  async close(): Promise<void> {
    await this.#sandbox.close();
  }
}
