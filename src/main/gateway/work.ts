/** The work of the gateway for a program, for a door that speaks another protocol than commands. */
import type { ErrorData } from '../../shared/errors.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { Question } from '../platform/ports.ts';
import type { Context } from './commands/command.ts';
import type { Call } from './conversation.ts';
import type { ProgramApi } from './program-api.ts';
import type { Granted } from './programs.ts';

/** The program that asks: its key, or the name that it gives itself and the folder in which it was started. */
export type Asker = Pick<Call, 'key' | 'name' | 'folder'>;

/** A program at work. */
export type Working = Pick<Context, 'connection' | 'program' | 'api'>;

export interface Manner {
  /** The connection's name or id, as the program gave it; `null` for the key's or the current one. */
  readonly connection: string | null;
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
  /** Called before the work begins; the API tells later what it has cost. */
  readonly opened: (api: ProgramApi) => void;
}

export interface ProgramWork {
  /** Does a piece of work for a program, within its rights and budgets. Throws `notGranted`, `grantPending`, and the errors of the work. */
  within<Result>(asker: Asker, manner: Manner, work: (granted: Working) => Promise<Result>): Promise<Result>;
  /** How long `requests` requests of a program would wait now. */
  waitMs(program: Granted, api: Api, requests: number): number;
  /** The rights of a valid key; `null` for another key, and without one. */
  rightsOf(asker: Asker): Promise<Granted | null>;
  /** Asks the person about one act. Throws `notGranted` when it is declined, `grantPending` when the question was not shown. Who has given up meanwhile can send nothing any more. */
  confirm(question: Question): Promise<void>;
  /** The data of an error; one that is no AppError is logged. */
  errorOf(error: unknown): ErrorData;
}
