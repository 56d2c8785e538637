/** The error that a status stands for (spec.md, Errors). */
import { AppError } from '../../shared/errors.ts';
import type { Answer } from './answer.ts';

/** The error of an answer, by its status alone; `null` for 2xx. */
export function classify(answer: Answer): AppError | null {
  if (answer.isSuccess) return null;
  const { status, retryAt, reportedError: server } = answer;
  if (status === 401) return new AppError('unauthorized', { server });
  if (status === 403) return new AppError('forbidden', { server });
  if (status === 429) return new AppError('rateLimited', { retryAt, server });
  if (status >= 500) {
    const asked = answer.headers.has('retry-after') ? retryAt : null;
    return new AppError('serverFailed', { server }, { cause: new RetryAfterAsked(asked) });
  }
  return new AppError('refused', { server });
}

/** The cause of `serverFailed`: carries the Retry-After of a 5xx to the retry policy. */
export class RetryAfterAsked extends Error {
  /** Epoch ms on the connection's clock; `null` when the service did not ask to wait. */
  readonly retryAt: number | null;
  constructor(retryAt: number | null) {
    super('the service asked to wait');
    this.name = 'RetryAfterAsked';
    this.retryAt = retryAt;
  }
}
