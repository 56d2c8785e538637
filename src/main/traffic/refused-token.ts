/** Names the token in the error of a refused request, so that its screen can offer a new one. `replaced`: the token is itself a replacement. */
import { type AppError, isAppError, toAppError } from '../../shared/app-error.ts';
import type { RefusedToken } from '../../shared/errors.ts';

export function namingToken(failure: AppError, token: RefusedToken, replaced: boolean): AppError {
  if (!isAppError(failure, 'unauthorized') && !isAppError(failure, 'forbidden')) return failure;
  const named = toAppError({ ...failure.data, token, ...(replaced ? { replaced } : {}) });
  if (failure.cause !== undefined) named.cause = failure.cause;
  return named;
}
