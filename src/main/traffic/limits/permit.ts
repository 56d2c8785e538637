/** A request for a permit, and the permit. */
import type { Lane } from '../../../shared/model/rates.ts';
import type { Answer } from '../../http/answer.ts';

export interface PermitRequest {
  /** The operation: its requests take similar times. */
  readonly kind?: string;
  /** `interactive` by default. */
  readonly lane?: Lane;
  /** The limiter rotates the tasks of a lane; '' stands for requests without a task. */
  readonly task?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Allows to send one request. Exactly one of `answered`, `unanswered` and `unused` ends it; further calls do nothing. */
export interface Permit {
  /** The request is sent now. The usage log has it when this returns, so it counts even if the process ends before the answer. */
  sent(): void;
  /** An answer of any status came. */
  answered(answer: Answer): void;
  /** The request was sent, and no answer will come. */
  unanswered(): void;
  /** The request was not sent. */
  unused(): void;
}
