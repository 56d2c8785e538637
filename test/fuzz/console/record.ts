/** Sends a message through the real recorder and returns what it passes to the journal, without a network. */

import type { RawExchange } from '../../../src/main/http/raw-exchange.ts';
import { Recorder } from '../../../src/main/http/recorder.ts';
import { machineClock } from '../../../src/main/platform/machine.ts';
import { isAppError } from '../../../src/shared/app-error.ts';
import type { ErrorData } from '../../../src/shared/errors.ts';
import { SequenceRandom } from '../../support/sequence-random.ts';

export type Header = readonly [name: string, value: string];

/** A request and its answer as they cross the wire. */
export interface SentMessage {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly Header[];
  readonly requestBody: string | null;
  readonly status: number;
  readonly responseHeaders: readonly Header[];
  readonly responseBody: string | null;
}

/** What the recorder is told of it. */
export interface WireMessage extends SentMessage {
  readonly isTokenRequest: boolean;
  /** Texts that the caller names as secrets of the request, such as a card reference. */
  readonly secrets?: readonly string[];
}

export interface Recorded {
  readonly raw: RawExchange;
  /** What of the answer reaches the window and the log beside the record: its error, or null. */
  readonly failure: ErrorData | null;
}

const NO_BODY = new Set([204, 205, 304]);
const random = new SequenceRandom(1, 'x');

export async function record(message: WireMessage): Promise<Recorded> {
  const { method, url, requestHeaders, requestBody, status, responseHeaders, responseBody } = message;
  const taken: RawExchange[] = [];
  const recorder = new Recorder({
    clock: machineClock,
    random,
    journal: { record: (raw) => taken.push(raw) },
    fetch: async () =>
      new Response(NO_BODY.has(status) ? null : responseBody, {
        status,
        headers: responseHeaders.map(([name, value]): [string, string] => [name, value]),
      }),
  });
  // A Request refuses an address with a password; the record of one is made without.
  const bare = url.replace(/^([a-z]+:\/\/)[^/@]*@/, '$1');
  const request = new Request(bare, {
    method: requestBody !== null && method === 'GET' ? 'POST' : method,
    headers: requestHeaders.map(([name, value]): [string, string] => [name, value]),
    body: requestBody,
  });
  const context = {
    connectionId: 'c1',
    credentialId: 'cr1',
    api: 'openApi',
    operation: message.isTokenRequest ? 'token' : 'listings',
    chainId: 'ch1',
    attempt: 1,
    queuedAt: machineClock.now(),
    tokenGeneration: 1,
    ...(message.secrets ? { secrets: message.secrets } : {}),
  } as const;
  let failure: ErrorData | null = null;
  try {
    failure = (await recorder.wire(request, context)).failure?.data ?? null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    failure = error.data;
  }
  const [raw] = taken;
  if (!raw) throw new Error('nothing was recorded');
  return { raw: { ...raw, url }, failure };
}
