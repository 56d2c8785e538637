/** Describes any thrown value: a sentence, and the action that a person can take. */
import { isAppError } from '../../shared/app-error.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { Audience } from '../../shared/model/app.ts';
import { describeError, type ErrorText } from '../../shared/text/error-text.ts';
import { formatDuration } from '../../shared/time/format-duration.ts';
import { formatInstant, wholeSeconds } from './format.ts';
import { managerErrorText } from './manager-error.ts';

/** Returns the data of an error from main; null for any other thrown value. */
export function errorDataOf(error: unknown): ErrorData | null {
  if (isAppError(error)) return error.data;
  if (typeof error === 'object' && error !== null && 'code' in error && !(error instanceof Error))
    return error as ErrorData;
  return null;
}

const MAX_COUNTDOWN_MS = 10 * 60_000;

/** Writes an instant: "today 14:05", or "in 42 s" within {@link MAX_COUNTDOWN_MS}. */
const untilText = (at: number, now: number): string =>
  at > now && at - now <= MAX_COUNTDOWN_MS
    ? `in ${formatDuration(wholeSeconds(at - now))}`
    : formatInstant(at, { now });

/** Whether the instant in the advice of an error ("Try again at 16:20") has passed. `now` is on the connection's clock. */
export function isAdvicePast(error: ErrorData, now: number): boolean {
  const until = ['retryAt', 'nextSlotAt', 'until'].map((name) => (error as Record<string, unknown>)[name]);
  return until.some((at) => typeof at === 'number' && at <= now);
}

/** Describes an error for the audience. `now` is on the connection's clock. */
export function textOfError(error: unknown, now: number = Date.now(), audience: Audience = 'support'): ErrorText {
  const data = errorDataOf(error);
  if (data) {
    const until = (at: number): string => untilText(at, now);
    const text = (audience === 'managers' ? managerErrorText(data, until) : null) ?? describeError(data, until);
    return isAdvicePast(data, now) ? { ...text, action: 'Try again.' } : text;
  }
  const detail = error instanceof Error ? error.message : String(error);
  return {
    sentence: `Something went wrong in this window: ${detail}`,
    action: 'Try again. If it happens again, report it.',
  };
}
