/** Asking for leave to send a request, having it, and what became of the request. */
import type { Lane } from '../../../shared/model/rates.ts';

/** Who asks for leave. */
export interface PermitRequest {
  /** Groups requests of like duration: an operation. */
  readonly kind?: string;
  /** `interactive` where it is not said. */
  readonly lane?: Lane;
  /** Within a lane tasks take turns; '' is none. */
  readonly task?: string;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of any status; `exchangeId` is where it is on record. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
  readonly exchangeId?: string;
}

/** Leave to send one request. Exactly one of `answered`, `unanswered` and `unused` ends it; further calls do nothing. */
export interface Permit {
  /** The request leaves now. Returns when that is noted, so that it counts even if this process ends before the answer. */
  sent(): void;
  /** An answer came, with any status. */
  answered(answer: ResponseHead): void;
  /** It was sent, and no answer will come. */
  unanswered(): void;
  /** It was never sent. */
  unused(): void;
}
