/** Issues of form fields, from the shared checks and from main's error `invalidInput`. */
import type { ReactNode } from 'react';
import { AppError, isAppError } from '../../../../shared/app-error.ts';
import type { InputIssue } from '../../../../shared/errors.ts';
import { OpenConnection } from '../../../actions/open-connection.tsx';

/** The message of a failed check; null when the check passed. */
export const issueOf = (checked: { ok: true } | { ok: false; message: string }): string | null =>
  checked.ok ? null : checked.message;

/** The issues of an `invalidInput` by path, each with a link to the connection that it names; empty for any other error. */
export function issuesByPath(error: unknown): Record<string, ReactNode> {
  if (!isAppError(error, 'invalidInput')) return {};
  return Object.fromEntries(error.data.issues.map((issue) => [issue.path, shownIssue(issue)]));
}

const shownIssue = ({ message, connection }: InputIssue): ReactNode =>
  connection ? (
    <>
      {message} <OpenConnection connection={connection} />
    </>
  ) : (
    message
  );

export function clearStaleError({ isError, reset }: { isError: boolean; reset: () => void }): void {
  if (isError) reset();
}

/** The error without the issues that fields show; null when nothing is left. */
export function remainingError(error: unknown, isShown: (path: string) => boolean): unknown {
  if (error === null || error === undefined) return null;
  if (!isAppError(error, 'invalidInput')) return error;
  const rest = error.data.issues.filter((issue) => !isShown(issue.path));
  const [first, ...others] = rest;
  return first ? new AppError('invalidInput', { issues: [first, ...others] }) : null;
}
