/** Replays a recorded request as a new one, unchanged or with other parameters, if repeating is harmless and the journal holds the request whole. */

import { AppError, isAppError, throwIssues } from '../../shared/app-error.ts';
import { credentialOf } from '../../shared/connection/account.ts';
import { isRedacted } from '../../shared/doctor/redaction-marks.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { Exchange } from '../../shared/model/traffic.ts';
import { mayAddHeader } from '../../shared/request/operation-headers.ts';
import type { Answer } from '../http/answer.ts';
import { describeFailure } from '../http/no-answer.ts';
import { isUnder, type TrafficRequest } from './request.ts';

export interface KnownOperation {
  readonly title: string;
  readonly method: string;
  readonly repeatable: boolean;
}

export interface ReplayOptions {
  readonly journal: { get(id: string): Exchange | Promise<Exchange> };
  /** Returns the connection. Throws `notFound` for a removed one. */
  readonly connectionOf: (connectionId: string) => Connection;
  /** Returns the operation; `null` for exchanges without one: a token request, a picture. */
  readonly operationOf: (connection: Connection, operation: string) => KnownOperation | null;
  readonly baseOf: (connectionId: string, api: Api) => string | null;
  readonly pipeline: { send(request: TrafficRequest): Promise<Pick<Answer, 'exchangeId'>> };
}

/** The query parameters and the headers that a person sends in place of those of a recorded read, in order. */
export interface EditedRead {
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
}

/** The recorded headers that are sent again; all others are set by the pipeline or belong to the old exchange. */
const REPLAYED_HEADERS = new Set(['accept', 'content-type']);

export class Replay {
  readonly #options: ReplayOptions;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  /**
   * Sends a recorded request again. Returns the exchange of its last attempt, even a failed one. Throws `notFound`, `notReplayable`, and the error of
   * a request that could not be sent.
   */
  async replay(id: string): Promise<{ exchangeId: string }> {
    return this.#send(this.#requestOf(await this.#options.journal.get(id)));
  }

  /**
   * Sends a recorded read again with other query parameters and headers, to the recorded path. Returns the exchange of its last attempt, even a
   * failed one. Throws what `replay` throws, and `invalidInput` for a header that cannot be sent.
   */
  async resend(id: string, { query, headers }: EditedRead): Promise<{ exchangeId: string }> {
    const exchange = await this.#options.journal.get(id);
    if (exchange.method !== 'GET') throw notReplayable('only a GET can be changed and sent again');
    const edited = this.#requestOf({ ...exchange, url: withQuery(exchange.url, query) });
    if (!this.#isRead(exchange)) throw notReplayable('its operation no longer reads with GET');
    checkHeaders(headers);
    return this.#send({ ...edited, headers });
  }

  #isRead({ connectionId, operation }: Exchange): boolean {
    return this.#options.operationOf(this.#connectionOf(connectionId), operation)?.method === 'GET';
  }

  async #send(request: TrafficRequest): Promise<{ exchangeId: string }> {
    try {
      return { exchangeId: (await this.#options.pipeline.send(request)).exchangeId };
    } catch (error) {
      const exchangeId = isAppError(error) ? describeFailure(error).exchangeId : null;
      if (exchangeId === null) throw error;
      return { exchangeId };
    }
  }

  #requestOf(exchange: Exchange): TrafficRequest {
    const { connectionId, credentialId, api, operation, method, url } = exchange;
    const connection = this.#connectionOf(connectionId);
    const known = this.#options.operationOf(connection, operation);
    if (!known) throw notReplayable(operation === 'token' ? TOKEN_REQUEST : 'it does not belong to an operation');
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead && !(known.repeatable && known.method === method)) throw notReplayable('doing it twice could do harm');
    const credential = credentialOf(connection, credentialId);
    if (credentialId === null || credential?.api !== api) throw notReplayable('its client credentials no longer exist');
    if (isRedacted(url)) throw notReplayable('its address was not recorded in full');
    if (!isUnder(url, this.#options.baseOf(connectionId, api)))
      throw notReplayable('its address no longer belongs to this connection');
    return {
      connectionId,
      credentialId,
      api,
      operation,
      title: known.title,
      method,
      url,
      headers: exchange.requestHeaders.filter(
        ([name, value]) => REPLAYED_HEADERS.has(name.toLowerCase()) && !isRedacted(value),
      ),
      body: bodyOf(exchange),
      repeatable: known.repeatable,
      lane: 'interactive',
    };
  }

  #connectionOf(id: string): Connection {
    try {
      return this.#options.connectionOf(id);
    } catch (error) {
      throw isAppError(error, 'notFound') ? notReplayable('its connection no longer exists') : error;
    }
  }
}

/** Replaces the query parameters of an address. Unchanged parameters keep their encoding. */
function withQuery(address: string, query: EditedRead['query']): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (JSON.stringify([...url.searchParams]) === JSON.stringify(query)) return address;
  url.search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  return url.href;
}

/** Checks edited headers. Throws `invalidInput` for a header that may not be added, or that cannot be sent as it is written. */
function checkHeaders(headers: EditedRead['headers']): void {
  const issues = headers.flatMap(([name, value], at) => {
    const path = `headers.${at}`;
    if (!mayAddHeader(name)) return [{ path, message: `The header “${name}” cannot be added to a request.` }];
    if (isRedacted(value))
      return [{ path, message: `The value of “${name}” was not recorded; enter it or remove the header.` }];
    return canBeSent(name, value) ? [] : [{ path, message: `The value of “${name}” cannot be sent in a header.` }];
  });
  throwIssues(issues);
}

function canBeSent(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}

const TOKEN_REQUEST = 'tokens are requested on the token page, because each costs a slot';

const notReplayable = (problem: string) => new AppError('notReplayable', { problem });

/** The body as it was sent. Throws `notReplayable` when the journal does not have all of it, unredacted. */
function bodyOf({ requestBody }: Exchange): string | null {
  if (requestBody === null) return null;
  const { text, bytes, cut } = requestBody;
  if (cut) throw notReplayable('its body was recorded in part only');
  if (isRedacted(text) || Buffer.byteLength(text) !== bytes)
    throw notReplayable('its body was not recorded as it was sent, because parts of it are redacted');
  return text;
}
