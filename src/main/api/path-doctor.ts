/**
 * Calls operations. When an operation's path does not exist (service.md §6.2), tries the other known paths, one request each, and keeps the path that
 * answers. Never tries writes, or an operation whose path a person chose.
 */
import { type AppError, isAppError } from '../../shared/app-error.ts';
import { ADDRESS_KEYS } from '../../shared/connection/account.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { FoundPath, Operation, OperationId, OperationVariant } from '../../shared/model/operation.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { ApiAnswer, ApiCall, ApiClient } from './api-client.ts';
import type { OperationStore, Path } from './operation-store.ts';

export interface PathDoctorOptions {
  readonly client: Pick<ApiClient, 'call'>;
  readonly operations: OperationStore;
  readonly useBase: (connection: Connection, api: Api, base: string) => Promise<unknown>;
}

interface Finding {
  readonly answer: ApiAnswer;
  readonly path: Path;
}

export class PathDoctor {
  readonly #options: PathDoctorOptions;
  /** The searches for a path by connection, operation and current path; each search is made once in a run of the console. */
  readonly #findings = new Map<string, Promise<Path | null>>();
  /** Keys of the searches whose path is not stored yet, because the failure of the current path may be temporary. */
  readonly #unkept = new Set<string>();

  constructor(options: PathDoctorOptions) {
    this.#options = options;
  }

  /** Calls an operation. Sets `found` of the answer when another path answered; throws the first error when no path answers. */
  async call(call: ApiCall): Promise<ApiAnswer> {
    const { client } = this.#options;
    const current = this.#pathOf(call);
    const key = `${call.connection.id} ${call.operation} ${current?.variantId} ${current?.base}`;
    const failedBefore = this.#unkept.has(key);
    try {
      return await client.call(call);
    } catch (error) {
      if (!isWrongPath(error) || !current || !this.#mayTry(call)) throw error;
      const earlier = this.#findings.get(key);
      const path = await earlier;
      if (path) {
        const answer = await client.call({ ...call, ...path });
        if (!failedBefore || answer.records === null || !this.#unkept.delete(key)) return answer;
        return { ...answer, found: await this.#keep(call, path, current) };
      }
      if (earlier) throw error;
      const found = await this.#remember(key, this.#find(call, current));
      if (!found) throw error;
      if (mayPass(error)) {
        this.#unkept.add(key);
        return found.answer;
      }
      return { ...found.answer, found: await this.#keep(call, found.path, current) };
    }
  }

  /**
   * Shares a search for a path: calls that fail meanwhile wait for its result, and later calls use the found path. An aborted search is forgotten.
   */
  async #remember(key: string, finding: Promise<Finding | null>): Promise<Finding | null> {
    const path = finding.then((found) => found?.path ?? null);
    this.#findings.set(
      key,
      path.catch(() => null),
    );
    try {
      return await finding;
    } catch (error) {
      this.#findings.delete(key);
      throw error;
    }
  }

  /** Undoes the path that was found for an operation. The path doctor then leaves that operation alone. */
  async undo(connection: Connection, id: OperationId): Promise<void> {
    const { operations, useBase } = this.#options;
    const found = await operations.undoFound(connection, id);
    if (!found || found.path.base === found.before.base) return;
    const { api } = operations.effective(connection, id).operation;
    if (connection.addresses[ADDRESS_KEYS[api].base] === found.path.base)
      await useBase(connection, api, found.before.base);
  }

  /** Forgets the connection's searches for a path, so that they are made again. */
  forget(connectionId: string): void {
    for (const key of [...this.#findings.keys()]) if (key.startsWith(`${connectionId} `)) this.#findings.delete(key);
    for (const key of [...this.#unkept]) if (key.startsWith(`${connectionId} `)) this.#unkept.delete(key);
  }

  #pathOf({ connection, operation }: ApiCall): Path | null {
    const { operation: described, variantId } = this.#options.operations.effective(connection, operation);
    const base = connection.addresses[ADDRESS_KEYS[described.api].base];
    return base === null ? null : { variantId, base };
  }

  /** Whether another path may be tried: the call reads a first page, a person did not choose its path, and the path names no record. */
  #mayTry({ connection, operation, variantId, page }: ApiCall): boolean {
    const { shape, custom } = this.#options.operations.effective(connection, operation);
    const isChosen =
      custom !== null || variantId !== undefined || this.#options.operations.isUndone(connection, operation);
    const isFirstPage = page?.skip === undefined && page?.cursor === undefined;
    return !isChosen && isFirstPage && shape.method === 'GET' && shape.repeatable && !shape.path.includes('{');
  }

  /** Tries the other paths, one request each, until one answers with a list. Returns `null` when none does. */
  async #find(call: ApiCall, before: Path): Promise<Finding | null> {
    const { client, operations } = this.#options;
    const { connection, operation: id } = call;
    const { operation } = operations.effective(connection, id);
    for (const path of otherPaths(connection, operation, before)) {
      try {
        const answer = await client.call({ ...call, ...path, lane: 'interactive', retry: false });
        if (answer.records === null) continue;
        return { answer, path };
      } catch (error) {
        if (!isAppError(error) || !(isAboutPath(error) || error.code === 'unauthorized')) throw error;
      }
    }
    return null;
  }

  /** Stores a path for the connection. Returns `null` when it cannot be stored; the person gets the answer all the same. */
  async #keep({ connection, operation: id }: ApiCall, path: Path, before: Path): Promise<FoundPath | null> {
    const { operations, useBase } = this.#options;
    const { api } = operations.effective(connection, id).operation;
    try {
      if (path.base !== before.base) await useBase(connection, api, path.base);
      return (await operations.keepFound(connection, id, path, before)).found;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return null;
    }
  }
}

/** The paths to try, in order: the other variants, this variant under the other form of the base address, then both changed. */
function otherPaths({ presetId }: Connection, { api, variants }: Operation, current: Path): Path[] {
  // The sandbox has one base address; only the Booking Engine's is known in two forms.
  const bases = api === 'booking' && presetId !== 'sandbox' ? [current.base, otherForm(current.base)] : [current.base];
  const used = variants.filter(({ id }) => id === current.variantId);
  const ids = differentPaths([...used, ...variants]).map(({ id }) => id);
  return bases.flatMap((base) => ids.map((variantId) => ({ variantId, base }))).slice(1);
}

/** Returns the first variant of each path, because variants with the same path differ only in their parameters. */
export const differentPaths = (variants: readonly OperationVariant[]): OperationVariant[] =>
  [...new Map(variants.toReversed().map((variant) => [variant.shape.path, variant])).values()].toReversed();

/** Statuses for a path that does not exist, does not take this method, or is gone. */
const WRONG_PATH: ReadonlySet<number> = new Set([404, 405, 410]);

/** Whether an error shows a wrong path: one of these statuses, a redirect, or an answer that is not JSON. */
const isWrongPath = (error: unknown): boolean =>
  isAppError(error, 'refused') ? WRONG_PATH.has(error.data.server.status) : mayPass(error);

/** Whether the failure may be temporary: a redirect or a web page may announce maintenance. */
const mayPass = (error: unknown): boolean => isAppError(error, 'redirected') || isAppError(error, 'answerUnusable');

/** Whether a call that failed with this error could succeed on another path. */
export function isAboutPath(error: Pick<AppError, 'code'>): boolean {
  return (
    error.code === 'refused' ||
    error.code === 'redirected' ||
    error.code === 'forbidden' ||
    error.code === 'serverFailed' ||
    error.code === 'answerUnusable'
  );
}

/** The address of the Booking Engine with /api appended or removed (service.md §1.3). Only the path counts: a host may be called "api". */
const otherForm = (base: string): string =>
  new URL(base).pathname.endsWith('/api') ? base.slice(0, -'/api'.length) : `${base}/api`;
