/** Cancelling: the error it gives, and waiting that ends when a signal aborts. */
import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../platform/ports.ts';

/** Why no answer came, as the `cause` of AppError `unreachable`, `timedOut`, `cancelled` and `answerUnusable` of a Wire. */
export class NoAnswer extends Error {
  /** Whether the request may have left this machine. When it is false, nothing was done. */
  readonly sent: boolean;
  constructor(sent: boolean, options?: { cause?: unknown }) {
    super(sent ? 'sent without an answer' : 'not sent', options);
    this.name = 'NoAnswer';
    this.sent = sent;
  }
}

/** Whether the request behind a Wire's error may have left; `true` when the error does not say. */
export function mayHaveLeft(error: AppError): boolean {
  return !(error.cause instanceof NoAnswer) || error.cause.sent;
}

export function cancelled(sent: boolean, cause?: unknown): AppError<'cancelled'> {
  return new AppError('cancelled', {}, { cause: new NoAnswer(sent, { cause }) });
}

/** The promise's outcome, or AppError `cancelled` (nothing was sent) as soon as the signal aborts. */
export async function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(cancelled(false));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Waits `delayMs` of a clock; throws AppError `cancelled` as soon as the signal aborts. */
export async function delay(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  let disarm = () => {};
  try {
    await abortable(
      new Promise<void>((resolve) => {
        disarm = clock.after(delayMs, resolve);
      }),
      signal,
    );
  } finally {
    disarm();
  }
}
