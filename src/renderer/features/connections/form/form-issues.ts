/** Maps main's `invalidInput` issues to the fields of a form. */
import { AppError, isAppError } from '../../../../shared/errors.ts';

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
