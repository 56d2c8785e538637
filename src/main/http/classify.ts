/** What an answer means (spec.md, Errors): nothing wrong, or the error it stands for. */
import { AppError } from '../../shared/errors.ts';
import { type Said, serverSaid } from './error-envelope.ts';
import { retryAt } from './headers/retry-after.ts';

/** The error of an answer, by its status alone; `null` for 2xx. `now` is on the connection's clock. */
export function classify(answer: Said, now: number): AppError | null {
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  const server = serverSaid(answer);
  if (status === 401) return new AppError('unauthorized', { server });
  if (status === 403) return new AppError('forbidden', { server });
  if (status === 429) return new AppError('rateLimited', { retryAt: retryAt(answer.headers, now), server });
  if (status >= 500) {
    const waitUntil = answer.headers.has('retry-after') ? retryAt(answer.headers, now) : null;
    return new AppError('serverFailed', { server }, { cause: new RetryAfterAsked(waitUntil) });
  }
  return new AppError('refused', { server });
}

/** Carries the Retry-After of a 5xx to the retry policy. */
export class RetryAfterAsked extends Error {
  readonly retryAt: number | null;
  constructor(until: number | null) {
    super('asked to wait');
    this.name = 'AskedToWait';
    this.retryAt = until;
  }
}
