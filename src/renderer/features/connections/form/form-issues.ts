/** Puts the issues that main found beside the fields they belong to, so that nothing typed is lost. */
import { AppError, isAppError } from '../../../../shared/errors.ts';

/** Issues by path; empty for any other error. */
export function issuesByPath(error: unknown): Record<string, string> {
  if (!isAppError(error, 'invalidInput')) return {};
  return Object.fromEntries(error.data.issues.map((issue) => [issue.path, issue.message]));
}

/** What an earlier submit was refused for is no longer said once something was changed. */
export function clearStaleError({ isError, reset }: { isError: boolean; reset: () => void }): void {
  if (isError) reset();
}

/** The error without the issues that a field shows; `null` when nothing is left to say. */
export function unshownError(error: unknown, shown: (path: string) => boolean): unknown {
  if (error === null || error === undefined) return null;
  if (!isAppError(error, 'invalidInput')) return error;
  const rest = error.data.issues.filter((issue) => !shown(issue.path));
  const [first, ...others] = rest;
  return first ? new AppError('invalidInput', { issues: [first, ...others] }) : null;
}
