/** Sends requests that a person composes, with the token of a connection and only to its addresses, and stores the saved ones. */
import requests from '../../../resources/requests.json' with { type: 'json' };
import { AppError, invalidInput, isAppError } from '../../shared/app-error.ts';
import { ADDRESS_KEYS, credentialFor } from '../../shared/connection/account.ts';
import { ADDRESS_LABELS } from '../../shared/connection/connection-input.ts';
import type { Connection } from '../../shared/model/connection.ts';
import {
  type CustomRequestInput,
  type KnownRequest,
  type OwnRequest,
  ReadRequest,
  RequestMethod,
} from '../../shared/model/custom-request.ts';
import { Api } from '../../shared/model/primitives.ts';
import type { Exchange } from '../../shared/model/traffic.ts';
import type { Answer } from '../http/answer.ts';
import { describeFailure } from '../http/no-answer.ts';
import type { Document } from '../platform/ports.ts';
import { isUnder, pathUnder, type TrafficRequest } from './request.ts';

const KNOWN = requests as readonly KnownRequest[];
const MAX_OWN = 200;
/** The operation under which the journal records a composed request. */
const CUSTOM = 'custom';

export interface CustomRequestsDeps {
  readonly connectionOf: (connectionId: string) => Connection;
  readonly pipeline: { send(request: TrafficRequest): Promise<Pick<Answer, 'exchangeId'>> };
  readonly journal: { get(id: string): Exchange | Promise<Exchange> };
  /** Reads the first curl command in a text; `null` without one. */
  readonly readCurl: (
    text: string,
  ) => { readonly method: string | null; readonly url: string | null; readonly body: string | null } | null;
  readonly own: Pick<Document<readonly OwnRequest[]>, 'read' | 'write'>;
}

export class CustomRequests {
  readonly #deps: CustomRequestsDeps;

  constructor(deps: CustomRequestsDeps) {
    this.#deps = deps;
  }

  /** Lists the requests to choose from: the saved ones, then those of docs/service.md. */
  list(): KnownRequest[] {
    return [...this.#own().map((one) => ({ ...one, provenance: 'yours' as const, section: null })), ...KNOWN];
  }

  /** Saves a request; it replaces a saved request of the same name. Throws `invalidInput`, `storageFailed`. */
  async save(request: OwnRequest): Promise<KnownRequest[]> {
    const others = this.#own().filter(({ name }) => name !== request.name);
    if (others.length >= MAX_OWN)
      throw invalidInput('name', `There are already ${MAX_OWN} requests of yours; remove some.`);
    await this.#deps.own.write([...others, request]);
    return this.list();
  }

  /** Removes a saved request. Throws `storageFailed`. */
  async remove(name: string): Promise<KnownRequest[]> {
    await this.#deps.own.write(this.#own().filter((one) => one.name !== name));
    return this.list();
  }

  /**
   * Sends a request once. It causes no token, and a write is never repeated. `withdrawn` ends it while it waits, and not once it is sent. Returns its
   * exchange, also of a failed one. Throws `invalidInput`, `addressMissing`, `notFound`, `cancelled`, and the error of a request that could not be sent.
   */
  async send(
    { connectionId, api, method, path, body }: CustomRequestInput,
    withdrawn?: AbortSignal,
  ): Promise<{ exchangeId: string }> {
    const connection = this.#deps.connectionOf(connectionId);
    const { url, under } = addressOf(connection, api, path);
    const credential = credentialFor(connection, api);
    const isRead = method === 'GET';
    if (isRead && body !== null) throw invalidInput('body', 'A GET has no body.');
    if (body !== null && !isJson(body)) throw invalidInput('body', 'The body is not JSON.');
    try {
      const { exchangeId } = await this.#deps.pipeline.send({
        ...{
          connectionId,
          credentialId: credential.id,
          api,
          operation: CUSTOM,
          title: `${method} ${under}`,
          method,
          url,
        },
        headers: [
          ['accept', 'application/json'],
          ...(body === null ? [] : [['content-type', 'application/json'] as const]),
        ],
        ...{ body, repeatable: isRead, retry: false, mayIssue: false, lane: 'interactive', drainSignal: withdrawn },
      });
      return { exchangeId };
    } catch (error) {
      const exchangeId = isAppError(error) ? describeFailure(error).exchangeId : null;
      if (exchangeId === null) throw error;
      return { exchangeId };
    }
  }

  /** Reads the request of a recorded exchange, so that a person can change and send it. Throws `notFound`, `invalidInput`. */
  async ofExchange(id: string): Promise<ReadRequest> {
    const { connectionId, method, url, requestBody } = await this.#deps.journal.get(id);
    return this.#read(connectionId, { method, url, body: requestBody?.text || null });
  }

  /** Reads the request of a curl command without its headers, so that no token is kept. Throws `invalidInput`. */
  ofCurl(connectionId: string, text: string): ReadRequest {
    const request = this.#deps.readCurl(text);
    if (!request?.url) throw invalidInput('text', 'No curl command with an address was found in it.');
    return this.#read(connectionId, { method: request.method ?? 'GET', url: request.url, body: request.body });
  }

  /** Makes a request from an address below those of the connection. Throws `invalidInput` for any other address. */
  #read(
    connectionId: string,
    { method, url, body }: { method: string; url: string; body: string | null },
  ): ReadRequest {
    const connection = this.#deps.connectionOf(connectionId);
    const known = RequestMethod.options.find((one) => one === method.toUpperCase());
    if (!known) throw invalidInput('url', `A request that is composed here is a ${RequestMethod.options.join(', ')}.`);
    const [below] = Api.options
      .map((api) => ({ api, base: connection.addresses[ADDRESS_KEYS[api].base] ?? '' }))
      .filter(({ base }) => isUnder(url, base))
      // One address may lie below the other.
      .toSorted((one, other) => other.base.length - one.base.length);
    if (!below)
      throw invalidInput(
        'url',
        'Its address is not below an address of this connection, so its token must not go there.',
      );
    const path = `${pathUnder(url, below.base) || '/'}${new URL(url).search}`;
    const read = ReadRequest.safeParse({ api: below.api, method: known, path, body });
    if (!read.success) throw invalidInput('url', 'Its address or its body is too long to be composed here.');
    return read.data;
  }

  #own(): readonly OwnRequest[] {
    return this.#deps.own.read() ?? [];
  }
}

/**
 * Joins a path with its query to the address of the API; `under` is the path below that address. Throws `invalidInput` for a path that leads
 * elsewhere, and `addressMissing`.
 */
export function addressOf(
  { addresses }: Pick<Connection, 'addresses'>,
  api: Api,
  given: string,
): { readonly url: string; readonly under: string } {
  const key = ADDRESS_KEYS[api].base;
  const base = addresses[key];
  if (base === null) throw new AppError('addressMissing', { address: ADDRESS_LABELS[key] });
  // On Windows, an argument that begins with a slash is a switch.
  const path = given.startsWith('/') ? given : `/${given}`;
  const address = `${base}${path}`;
  const under = path.startsWith('//') ? null : pathUnder(address, base);
  if (under === null) throw invalidInput('path', `The path leads out of the ${ADDRESS_LABELS[key]}.`);
  const { href, pathname } = new URL(address);
  // An escape could hide a separator or the name of a collection from the rights and from redaction.
  if (/[%;]/.test(pathname))
    throw invalidInput('path', 'A path has plain characters only here: no %, no ; and no space.');
  return { url: href, under };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
