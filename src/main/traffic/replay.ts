/** Replays a recorded request as a new one, if repeating is harmless and the journal holds the request whole. */

import { AppError, isAppError } from '../../shared/app-error.ts';
import { credentialOf } from '../../shared/connection/account.ts';
import { isRedacted } from '../../shared/doctor/redaction-marks.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { Exchange } from '../../shared/model/traffic.ts';
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
    const request = this.#requestOf(await this.#options.journal.get(id));
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
