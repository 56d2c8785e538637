/** Issues of form fields: those of the shared checks, and those that main reports as `invalidInput`. */
import { AppError, isAppError } from '../../../../shared/app-error.ts';

/** The message of a failed check; null if it passed. */
export const issueOf = (checked: { ok: true } | { ok: false; message: string }): string | null =>
  checked.ok ? null : checked.message;

/** Issues by path; empty for any other error. */
export function issuesByPath(error: unknown): Record<string, string> {
  if (!isAppError(error, 'invalidInput')) return {};
  return Object.fromEntries(error.data.issues.map((issue) => [issue.path, issue.message]));
}

/** Clears the error of an earlier submit after a change. */
export function clearStaleError({ isError, reset }: { isError: boolean; reset: () => void }): void {
  if (isError) reset();
}

/** The error without the issues that fields show; null if no issue is left. */
export function remainingError(error: unknown, isShown: (path: string) => boolean): unknown {
  if (error === null || error === undefined) return null;
  if (!isAppError(error, 'invalidInput')) return error;
  const rest = error.data.issues.filter((issue) => !isShown(issue.path));
  const [first, ...others] = rest;
  return first ? new AppError('invalidInput', { issues: [first, ...others] }) : null;
}
