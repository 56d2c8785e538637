/** Makes waits end with the AppError `cancelled` when a signal aborts. */
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../platform/ports.ts';
import { NoAnswer } from './no-answer.ts';

/** Makes the AppError `cancelled`. `sent`: whether the request may have left this machine. */
export function cancelled(sent: boolean, cause?: unknown): AppError<'cancelled'> {
  return new AppError('cancelled', {}, { cause: new NoAnswer(sent, { cause }) });
}

/** Settles as the promise does, or rejects with AppError `cancelled` (nothing was sent) as soon as the signal aborts. */
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

/** Waits `delayMs` on a clock; throws AppError `cancelled` as soon as the signal aborts. */
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
