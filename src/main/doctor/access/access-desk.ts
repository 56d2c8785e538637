/**
 * Makes the access matrix of a connection from the journal, and runs probes that fill it: one cheap read for each operation and credential. A
 * probe sends only reads, uses a token at hand or one that the person agreed to spend, and never issues a token after a 401 or 403.
 */

import { AppError, isAppError } from '../../../shared/app-error.ts';
import { ADDRESS_KEYS, credentialsOf } from '../../../shared/connection/account.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type {
  AccessCredential,
  AccessMatrix,
  AccessOperation,
  ProbeInput,
  ProbeProgress,
  ProbeResult,
  Unprobed,
} from '../../../shared/model/access.ts';
import type { Connection, Credential } from '../../../shared/model/connection.ts';
import type { EffectiveOperation, OperationId } from '../../../shared/model/operation.ts';
import { plainDateOf } from '../../../shared/model/primitives.ts';
import { ASSUMED_LATENCY_MS } from '../../../shared/model/rates.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { API_NAMES, operationName } from '../../../shared/text/api-names.ts';
import { describeError } from '../../../shared/text/error-text.ts';
import { readClock } from '../../../shared/time/clock-face.ts';
import { DAY_MS } from '../../../shared/time/units.ts';
import { abortable } from '../../http/abort.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock } from '../../platform/ports.ts';
import { cellsOf } from './access-cells.ts';
import { type AccessTurn, conclude } from './conclude.ts';
import { serviceAnswers } from './service-answers.ts';

/** One read that a probe sends; it requests the smallest page. */
export interface ProbeRead {
  readonly connection: Connection;
  readonly credentialId: string;
  readonly operation: OperationId;
  readonly values: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface AccessDeps {
  readonly journal: {
    latest(connectionId: string): Promise<{
      readonly exchanges: readonly ExchangeSummary[];
      readonly turns: readonly AccessTurn[];
    }>;
  };
  readonly tokens: {
    status(credentialId: string): Pick<TokenStatus, 'generation'>;
    usable(credentialId: string): unknown;
    /** False while a stored token may exist that the key store has not decrypted yet. */
    isRead(credentialId: string): boolean;
    /** Resolves when the stored token, if any, was read. */
    read(credentialId: string): Promise<void>;
    renew(credentialId: string, confirmLastSlot: boolean): Promise<unknown>;
  };
  readonly vault: { connection(id: string): Connection };
  readonly operations: { list(connection: Connection): EffectiveOperation[] };
  /** Sends one read, without ever issuing a token for it. Resolves with the id of the first listing in the answer, or null. Throws AppError. */
  readonly read: (request: ProbeRead) => Promise<string | null>;
  /** A listing of the connection whose calendar can be read; null when none is known. */
  readonly listingIdOf: (connectionId: string) => string | null;
  /** A quote of the application, else of another application of the connection; null when none is known. */
  readonly quoteIdOf: (connectionId: string, credentialId: string) => string | null;
  readonly clockOf: (connectionId: string) => Clock;
}

const TOKEN_PATH = '/oauth2/token';
/** Errors that end a probe: further requests would fail the same way, or make things worse. */
const STOPS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'rateLimited',
  'circuitOpen',
  'servicePaused',
  'unreachable',
  'timedOut',
  'queueFull',
  'deadlineExceeded',
  'sandboxDown',
]);

/** Errors of requests that never left the machine. */
const UNSENT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'tokenNeeded',
  'circuitOpen',
  'servicePaused',
  'queueFull',
  'deadlineExceeded',
  'addressMissing',
  'invalidInput',
]);

/** The requests and tokens that a probe has used so far. */
interface Run {
  sent: number;
  tokens: number;
  readonly notes: string[];
}

type ProbedOperation = AccessOperation & { readonly id: OperationId };
const isProbed = (operation: AccessOperation): operation is ProbedOperation =>
  operation.id !== 'token' && operation.unprobed === null;

export class AccessDesk {
  readonly probing = new Emitter<ProbeProgress>();
  readonly #deps: AccessDeps;
  /** The token requests of running probes, by credential. */
  readonly #renewals = new Map<string, Promise<unknown>>();

  constructor(deps: AccessDeps) {
    this.#deps = deps;
  }

  /** Makes the matrix from the journal; sends nothing. Throws `notFound`. */
  async matrix(connectionId: string): Promise<AccessMatrix> {
    const { journal, tokens, vault, clockOf } = this.#deps;
    const { exchanges, turns } = await journal.latest(connectionId);
    const connection = vault.connection(connectionId);
    const clock = clockOf(connectionId);
    const credentials = credentialsOf(connection);
    const operations = this.#operations(connection);
    const holders = credentials.map((credential) => ({
      credential,
      generation: tokens.status(credential.id).generation,
      since: credential.secretSetAt === null ? null : readClock(clock.face(), credential.secretSetAt),
    }));
    const cells = cellsOf(connection, holders, operations, exchanges);
    const shown = credentials.map((credential) => this.#credential(credential));
    return {
      connectionId,
      asOf: clock.now(),
      requestMs: usualMs(exchanges) / clock.face().rate,
      credentials: shown,
      operations,
      cells,
      services: serviceAnswers(connection, exchanges),
      conclusions: conclude({ operations, credentials: shown, cells, turns }),
    };
  }

  /** Sends the reads one after the other until the signal aborts; the journal keeps the answers. Throws `notFound`. */
  async probe(input: ProbeInput, signal: AbortSignal): Promise<ProbeResult> {
    const run: Run = { sent: 0, tokens: 0, notes: [] };
    try {
      await this.#run(input, signal, run);
      return { ...run, isCancelled: false };
    } catch (error) {
      // A token may be spent all the same.
      if (isAppError(error, 'cancelled')) return { ...run, isCancelled: true };
      throw error;
    }
  }

  /** Runs the probe. `run` counts its requests and tokens, also when it throws `cancelled` because the signal aborts. */
  async #run({ connectionId, credentialIds, newTokens }: ProbeInput, signal: AbortSignal, run: Run): Promise<void> {
    const connection = this.#deps.vault.connection(connectionId);
    const chosen = credentialsOf(connection).filter(({ id }) => credentialIds.includes(id));
    const operations = this.#operations(connection).filter(isProbed);
    const total = chosen.reduce((sum, { api }) => sum + operations.filter((one) => one.api === api).length, 0);
    let done = 0;
    let listingId = this.#deps.listingIdOf(connectionId);
    for (const credential of chosen) {
      const ofApi = operations.filter(({ api }) => api === credential.api);
      // A token is spent only for reads that follow it.
      if (ofApi.length === 0) continue;
      if (signal.aborted) throw new AppError('cancelled', {});
      await abortable(this.#deps.tokens.read(credential.id), signal);
      if (!(await this.#hasToken(credential, newTokens, run))) {
        done += ofApi.length;
        continue;
      }
      for (const { id: operation } of ofApi) {
        if (signal.aborted) throw new AppError('cancelled', {});
        this.probing.emit({ connectionId, done, total, credentialId: credential.id, operation });
        done += 1;
        const values = this.#valuesOf(connection, credential, operation, listingId);
        if (!values) {
          const missing = operation === 'quoteGet' ? 'quote' : 'listing';
          run.notes.push(`${operationName(operation)} with ${credential.label} was not sent: no ${missing} is known.`);
          continue;
        }
        const error = await this.#read(
          { connection, credentialId: credential.id, operation, values, signal },
          (found) => {
            listingId ??= found;
          },
        );
        if (error === null || !UNSENT.has(error.code)) run.sent += 1;
        if (error?.code === 'tokenNeeded') {
          run.notes.push(`${credential.label} lost its token meanwhile; nothing further was sent with it.`);
          break;
        }
        if (error && STOPS.has(error.code)) {
          run.notes.push(`Stopped after ${run.sent} of ${total}: ${describeError(error.data).sentence}`);
          return;
        }
      }
    }
  }

  /** Sends a read. Resolves with null, or with the AppError of a read that failed; rethrows `cancelled` and any other error. */
  async #read(request: ProbeRead, onListing: (id: string | null) => void): Promise<AppError | null> {
    try {
      onListing(await this.#deps.read(request));
      return null;
    } catch (error) {
      if (!isAppError(error) || error.code === 'cancelled') throw error;
      return error;
    }
  }

  /** Ensures that the credential has a token; issues one only if the person agreed to spend it. Resolves with whether there is a token. */
  async #hasToken({ id, label }: Credential, newTokens: ProbeInput['newTokens'], run: Run): Promise<boolean> {
    const { tokens } = this.#deps;
    if (tokens.usable(id)) return true;
    const agreed = newTokens.find(({ credentialId }) => credentialId === id);
    if (!agreed) {
      run.notes.push(`${label} has no token, and none was spent for it.`);
      return false;
    }
    const running = this.#renewals.get(id);
    if (running) {
      // The probe of another window counts the token, and tells why there is none.
      await running.catch(() => {});
      if (tokens.usable(id)) return true;
      run.notes.push(`${label} got no token: another probe requested it meanwhile and got none.`);
      return false;
    }
    try {
      const renewal = tokens.renew(id, agreed.confirmLastSlot);
      this.#renewals.set(id, renewal);
      await renewal.finally(() => this.#renewals.delete(id));
      run.tokens += 1;
      return tokens.usable(id) !== null;
    } catch (error) {
      if (!isAppError(error)) throw error;
      // A token request whose answer was lost counts as spent.
      if (isAppError(error, 'tokenEndpointUnreachable') && error.data.mayHaveBeenIssued) run.tokens += 1;
      run.notes.push(`${label} got no token: ${describeError(error.data).sentence}`);
      return false;
    }
  }

  /** The values for the cheapest read of an operation; null when one of them is unknown. */
  #valuesOf(
    { id: connectionId }: Connection,
    { id: credentialId }: Credential,
    operation: OperationId,
    listingId: string | null,
  ): ProbeRead['values'] | null {
    if (operation === 'calendar') {
      const today = plainDateOf(Math.floor(this.#deps.clockOf(connectionId).now() / DAY_MS));
      return listingId === null ? null : { listingId, from: today, to: today };
    }
    if (operation !== 'quoteGet') return {};
    const quoteId = this.#deps.quoteIdOf(connectionId, credentialId);
    return quoteId === null ? null : { quoteId };
  }

  #credential({ id, api, label }: Credential): AccessCredential {
    const { tokens } = this.#deps;
    return { id, api, label, hasToken: tokens.usable(id) !== null || (tokens.isRead(id) ? false : null) };
  }

  /** The operations of a connection: for each API that it uses, the token request and the API's operations. */
  #operations(connection: Connection): AccessOperation[] {
    const apis = new Set(credentialsOf(connection).map(({ api }) => api));
    const tokens = [...apis].map(
      (api): AccessOperation => ({
        ...{
          id: 'token',
          api,
          title: `${operationName('token')}, ${API_NAMES[api]}`,
          method: 'POST',
          path: TOKEN_PATH,
        },
        unprobed: 'token',
      }),
    );
    const others = this.#deps.operations
      .list(connection)
      .filter(({ operation }) => apis.has(operation.api))
      .map(
        ({ operation: { id, api }, shape }): AccessOperation => ({
          ...{ id, api, title: operationName(id) },
          method: shape.method,
          path: shape.path,
          unprobed: this.#unprobed(connection, id, api, shape.method === 'GET' && shape.repeatable),
        }),
      );
    return [...apis].flatMap((api) => [...tokens, ...others].filter((one) => one.api === api));
  }

  #unprobed(connection: Connection, id: OperationId, api: 'openApi' | 'booking', isRead: boolean): Unprobed | null {
    if (!isRead) return 'changes';
    if (connection.addresses[ADDRESS_KEYS[api].base] === null) return 'noAddress';
    const isKnown = credentialsOf(connection).some(
      (credential) => this.#deps.quoteIdOf(connection.id, credential.id) !== null,
    );
    return id === 'quoteGet' && !isKnown ? 'noQuote' : null;
  }
}

/** The median duration of the newest answers, in ms of the connection's clock; an assumed one without answers. */
function usualMs(exchanges: readonly ExchangeSummary[]): number {
  const times = exchanges.flatMap(({ status, durationMs }) =>
    status !== null && durationMs !== null ? [durationMs] : [],
  );
  return times.toSorted((one, two) => one - two)[Math.floor(times.length / 2)] ?? ASSUMED_LATENCY_MS;
}
