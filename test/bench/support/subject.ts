/** What is measured: a client that makes calls with tokens, and can be started again on the same disk. */
import type { Api } from '../../../src/shared/model/primitives.ts';
import type { OfficeProcess } from './office-machine.ts';

/** `forbidden`: the permission is missing, which no client can help. `lockedOut`: no token, because the quota is used up. */
export type CallOutcome = 'done' | 'forbidden' | 'failed' | 'lockedOut';

export interface Running {
  call(api: Api, operation: string): Promise<CallOutcome>;
  /** The machine woke from sleep. */
  resumed(): void;
  /** Ends in order. */
  stop(): void;
}

export interface Subject {
  readonly name: string;
  /** Starts a process of it; what it keeps on disk is the subject's own. */
  start(process: OfficeProcess): Promise<Running>;
}
