/** The subjects of the token bench: clients that make calls with tokens and can restart on the same disk. */
import type { Api } from '../../../src/shared/model/primitives.ts';
import type { OfficeProcess } from './office-machine.ts';

/** `forbidden`: the permission is missing. `lockedOut`: no token, because the quota is used up. */
export type CallOutcome = 'done' | 'forbidden' | 'failed' | 'lockedOut';

export interface Running {
  call(api: Api, operation: string): Promise<CallOutcome>;
  /** The machine woke from sleep. */
  resumed(): void;
  /** Stops gracefully. */
  stop(): void;
}

export interface Subject {
  readonly name: string;
  /** Starts a process. Each subject has a disk of its own. */
  start(process: OfficeProcess): Promise<Running>;
}
