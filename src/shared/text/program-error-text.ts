/** The sentences for programs, also for the errors that only they get. They are not in error-text.ts, because that is in the window's first file. */
import type { ErrorData, ErrorOf } from '../errors.ts';
import { describeError, type ErrorText, errorText, type ProgramErrorCode } from './error-text.ts';

const TEXTS: {
  readonly [Code in ProgramErrorCode]: (error: ErrorOf<Code>, formatInstant: (at: number) => string) => ErrorText;
} = {
  notGranted: (error) =>
    errorText(`This is not allowed: ${error.reason}.`, 'Look at the programs in the app, under Settings.'),
  grantPending: () =>
    errorText(
      'Nobody has answered the question about this program yet.',
      'Answer the question of the app, then try again.',
    ),
  programPaused: () =>
    errorText(
      'This program is paused, because too many of its requests were refused.',
      'See why in Traffic, then resume it in the app, under Settings, Programs.',
    ),
  budgetUsed: (error, formatInstant) =>
    errorText(`This program has used up ${error.what}.`, `Try again ${formatInstant(error.retryAt)}.`),
  tokenWithheld: (error, formatInstant) =>
    errorText(
      `${error.label} has no valid token, and none was requested: ${error.reason}.`,
      error.retryAt === null
        ? 'Renew the token in the app, on its page.'
        : `Renew the token in the app, on its page, or try again ${formatInstant(error.retryAt)}.`,
    ),
};

const isOfProgram = (error: ErrorData): error is ErrorOf<ProgramErrorCode> => Object.hasOwn(TEXTS, error.code);

/** Describes an error for the person who runs a program. `formatInstant` writes an instant (epoch ms). */
export function describeForProgram(
  error: ErrorData,
  formatInstant: (at: number) => string = (at) => new Date(at).toISOString(),
): ErrorText {
  if (!isOfProgram(error)) return describeError(error, formatInstant);
  const describe: (error: never, formatInstant: (at: number) => string) => ErrorText = TEXTS[error.code];
  return describe(error as never, formatInstant);
}
