/** The wire sends one HTTP request of a connection. The context holds what the journal stores besides request and answer. */
import type { Api } from '../../shared/model/primitives.ts';
import type { Lane } from '../../shared/model/rates.ts';
import type { Answer } from './answer.ts';

/** Facts about an exchange, for the journal. `operation` is an operation id, `token` for a token request, or `picture`. */
export interface ExchangeContext {
  readonly connectionId: string;
  readonly credentialId: string | null;
  readonly api: Api;
  readonly operation: string;
  readonly chainId: string;
  readonly attempt: number;
  /** The instant at which the request was queued; like `grantedAt`, in epoch ms on the connection's clock. */
  readonly queuedAt: number;
  /** The instant at which the limiter granted the permit; by default `queuedAt`, for a request without a limiter. */
  readonly grantedAt?: number;
  /** The priority lane, by default `interactive`. */
  readonly lane?: Lane;
  readonly taskId?: string | null;
  readonly tokenGeneration: number | null;
  /** The text of the request's body, if the caller has it; otherwise the recorder clones the request to read its body. */
  readonly body?: string | null;
  /** Texts of the request that must not appear in the journal or the answer, such as a card reference. */
  readonly secrets?: readonly string[];
}

/**
 * Sends exactly one HTTP request and records the exchange. Resolves with an answer of any status. Throws AppError `unreachable`, `timedOut`,
 * `cancelled` or, for a too large answer, `answerUnusable`; its cause, a NoAnswer, states whether the request may have left.
 */
export type Wire = (request: Request, context: ExchangeContext) => Promise<Answer>;
