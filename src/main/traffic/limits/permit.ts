/** A request for a permit, and the permit. */
import type { Lane } from '../../../shared/model/rates.ts';
import type { Answer } from '../../http/answer.ts';

export interface PermitRequest {
  /** Groups requests of similar duration: the operation. */
  readonly kind?: string;
  /** `interactive` by default. */
  readonly lane?: Lane;
  /** Tasks of one lane take turns; '' stands for requests without a task. */
  readonly task?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Leave to send one request. Exactly one of `answered`, `unanswered` and `unused` ends it; further calls do nothing. */
export interface Permit {
  /** The request leaves now. When this returns, the usage log has it, so it counts even if the process ends before the answer. */
  sent(): void;
  /** An answer of any status came. */
  answered(answer: Answer): void;
  /** The request was sent, and no answer will come. */
  unanswered(): void;
  /** The request was not sent. */
  unused(): void;
}
