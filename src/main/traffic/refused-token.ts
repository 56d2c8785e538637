/** Names the token in the error of a refused request, so that its screen can offer another one. */
import { type AppError, isAppError, toAppError } from '../../shared/errors.ts';

export function namingToken(failure: AppError, credentialId: string, generation: number): AppError {
  if (!isAppError(failure, 'unauthorized') && !isAppError(failure, 'forbidden')) return failure;
  const named = toAppError({ ...failure.data, token: { credentialId, generation } });
  if (failure.cause !== undefined) named.cause = failure.cause;
  return named;
}
