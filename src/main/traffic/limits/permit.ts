/** What a caller and the limiter exchange: a request for a permit, the permit, and the head of the response. */
import type { Lane } from '../../../shared/model/rates.ts';

export interface PermitRequest {
  /** Groups requests of similar duration: the operation. */
  readonly kind?: string;
  /** `interactive` by default. */
  readonly lane?: Lane;
  /** Tasks of one lane take turns; '' stands for requests without a task. */
  readonly task?: string;
  readonly signal?: AbortSignal | undefined;
}

/** The head of a response of any status; `exchangeId` names it in the journal. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
  readonly exchangeId?: string;
}

/** Leave to send one request. Exactly one of `answered`, `unanswered` and `unused` ends it; further calls do nothing. */
export interface Permit {
  /** The request leaves now. When this returns, the usage log has it, so it counts even if the process ends before the answer. */
  sent(): void;
  /** A response came, with any status. */
  answered(response: ResponseHead): void;
  /** The request was sent, and no response will come. */
  unanswered(): void;
  /** The request was not sent. */
  unused(): void;
}
