/** A token endpoint for tests behind a Wire. It issues and counts tokens by service.md §3; a test can replace its behaviour. */

import { Answer } from '../../../../src/main/http/answer.ts';
import { NoAnswer } from '../../../../src/main/http/no-answer.ts';
import type { ExchangeContext, Wire } from '../../../../src/main/http/wire.ts';
import type { Clock } from '../../../../src/main/platform/ports.ts';
import { AppError } from '../../../../src/shared/app-error.ts';

export interface Seen {
  readonly request: Request;
  readonly body: URLSearchParams;
  readonly about: ExchangeContext;
  readonly at: number;
}

/** The endpoint's behaviour for one request. */
export type Behaviour = (seen: Seen) => Promise<{ status: number; headers?: Record<string, string>; body?: unknown }>;

export class FakeTokenEndpoint {
  readonly seen: Seen[] = [];
  /** The instants of issuances, on the service's clock. */
  readonly issuedAt: number[] = [];
  inFlight = 0;
  maxInFlight = 0;
  behave: Behaviour = async () => this.issue();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly wire: Wire = async (request, about): Promise<Answer> => {
    const seen = { request, body: new URLSearchParams(await request.clone().text()), about, at: this.#clock.now() };
    this.seen.push(seen);
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    try {
      const { status, headers = {}, body = '' } = await this.behave(seen);
      return new Answer({
        exchangeId: `exchange-${this.seen.length}`,
        status,
        headers: new Headers({ 'content-type': 'application/json', ...headers }),
        text: typeof body === 'string' ? body : JSON.stringify(body),
        receivedAt: this.#clock.now(),
      });
    } finally {
      this.inFlight -= 1;
    }
  };

  /** A good answer. */
  issue(changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    this.issuedAt.push(this.#clock.now());
    const access_token = `planted-token-${this.issuedAt.length}`;
    return { status: 200, headers, body: { token_type: 'Bearer', expires_in: 86_400, access_token, ...changes } };
  }
}

/** The error that a wire throws without an answer. */
export const noAnswer = (sent: boolean): AppError =>
  new AppError(
    'unreachable',
    { host: 'api.test', reason: sent ? 'the connection was closed' : 'the connection was refused', exchangeId: null },
    { cause: new NoAnswer(sent) },
  );

/** A promise and the functions that settle it. */
export function deferred<Value = void>() {
  return Promise.withResolvers<Value>();
}
