/** Errors in their throwable form, for both processes. This file imports no schemas, because the window's first file imports it. */
import type { ErrorCode, ErrorData, ErrorOf, InputIssue, ReportedError } from './errors.ts';

/** An error with its code and data. `message` is the code only: error-text.ts writes the sentences. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly data: ErrorOf<Code>;
  constructor(errorCode: Code, detail: Omit<ErrorOf<Code>, 'code'>, options?: { cause?: unknown }) {
    super(errorCode, options);
    this.name = 'AppError';
    this.data = { code: errorCode, ...detail } as ErrorOf<Code>;
  }
  get code(): Code {
    return this.data.code as Code;
  }
}

/** Makes the error of one wrong input. `path` names its field; empty for the input as a whole. */
export const invalidInput = (path: string, message: string): AppError<'invalidInput'> =>
  new AppError('invalidInput', { issues: [{ path, message }] });

/** Throws `invalidInput` with the issues of an input, if there are any. */
export function throwIssues(issues: readonly InputIssue[]): void {
  if (issues.length > 0) throw new AppError('invalidInput', { issues: [...issues] });
}

/** Converts error data that crossed a boundary to an error that can be thrown. */
export function toAppError(data: ErrorData): AppError {
  const { code: errorCode, ...detail } = data;
  return new AppError(errorCode, detail as never);
}

/** Narrows an unknown thrown value to an {@link AppError} of one code, or of any code when none is named. */
export function isAppError<Code extends ErrorCode>(value: unknown, errorCode?: Code): value is AppError<Code> {
  return value instanceof AppError && (errorCode === undefined || value.code === errorCode);
}

/** Returns the error that the service reported; null when `data` is null or has no reported error. */
export const serverOf = (data: ErrorData | null): ReportedError | null =>
  (data && 'server' in data && data.server) || null;

/** Proves at compile time that a switch handles every case. At run time it throws an error with the unexpected value. */
export function assertNever(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
