/** The interface through which protocols other than commands, such as MCP, do work for a program. */
import type { ErrorData } from '../../shared/errors.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { Question } from '../platform/ports.ts';
import type { Context } from './commands/command.ts';
import type { Call } from './conversation.ts';
import type { ProgramApi } from './program-api.ts';
import type { Granted } from './programs.ts';

/** Identifies a program: by its key, or by the name that it gives itself and the folder in which it was started. */
export type Asker = Pick<Call, 'key' | 'name' | 'folder'>;

/** The program, connection and API of one piece of work. */
export type Working = Pick<Context, 'connection' | 'program' | 'api'>;

export interface Manner {
  /** The connection's name or id as the program gave it; `null` for the connection of its key, or the current one. */
  readonly connection: string | null;
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
  /** Receives the API that counts the cost, before the work begins. */
  readonly opened: (api: ProgramApi) => void;
}

export interface ProgramWork {
  /** Does a piece of work for a program, within its rights and budgets. Throws `notGranted`, `grantPending`, `programPaused`, `budgetUsed`, and the errors of the work. */
  within<Result>(asker: Asker, manner: Manner, work: (granted: Working) => Promise<Result>): Promise<Result>;
  /** How long the last of `requests` requests of a program would wait now, in ms of the connection's clock. */
  waitMs(program: Granted, api: Api, requests: number): number;
  /** Returns the rights of a key; `null` without one. Throws `notGranted`, `programPaused`, `storageFailed`. */
  rightsOf(asker: Asker): Promise<Granted | null>;
  /**
   * Asks the person to confirm what a program wants. Throws `notGranted` when it is declined, or unasked when the last three were, and
   * `grantPending` when the question was not shown.
   */
  confirm(program: Pick<Granted, 'id'>, question: Question): Promise<void>;
  /** Returns the data of an error. Logs an error that is no AppError. */
  errorOf(error: unknown): ErrorData;
}
