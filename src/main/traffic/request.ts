/** A request as the rooms above ask for it, and what the tokens' room is asked for it. */
import type { Api } from '../../shared/model/primitives.ts';
import type { Lane } from '../../shared/model/rates.ts';
import type { Secret } from '../vault/secret.ts';

export interface TrafficRequest {
  readonly connectionId: string;
  readonly credentialId: string;
  readonly api: Api;
  /** Operation id, for the record. */
  readonly operation: string;
  /** What a person calls it. */
  readonly title: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  /** Sending it twice does no harm. */
  readonly repeatable: boolean;
  /** How urgent it is; `interactive` where it is not said. */
  readonly lane?: Lane;
  /** The task it belongs to, with which it takes turns. */
  readonly taskId?: string | null;
  /** How long it may wait and be tried, in ms; DEADLINES of its lane where it is not said. */
  readonly deadlineMs?: number;
  /** False: one attempt only, whatever comes of it. */
  readonly retry?: boolean;
  /** Texts in it that nobody may see in the record or the answer. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Once it fires, no attempt leaves any more; one that has left ends as it does. */
  readonly hold?: AbortSignal | undefined;
}

/** What the pipeline needs of the tokens' room. */
export interface TokenSource {
  /** A token to use now: `authorization` is the whole header value. */
  bearer(credentialId: string): Promise<{ authorization: Secret; generation: number }>;
  /** The service refused an operation with the token of this generation. `replay`: there is a newer one, send again. */
  refused(credentialId: string, generation: number, status: 401 | 403, operation: string): Promise<'replay' | 'final'>;
  /** The service accepted an operation with the token of this generation. */
  worked?(credentialId: string, generation: number, operation: string): void;
}
