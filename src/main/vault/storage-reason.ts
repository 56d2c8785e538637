/** Says why a write to the disk failed, from its system code. */
import { AppError } from '../../shared/errors.ts';

/** The reason of a file system error in words that complete "… could not be saved: …". */
export function storageReason(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there';
  if (code === 'EROFS') return 'the disk is read-only';
  if (code === 'EBUSY' || code === 'EMFILE' || code === 'ENFILE') return 'the file is in use';
  return 'the file could not be written';
}

/** The `storageFailed` of a write that failed; `what` begins its sentence. */
export const storageFailed = (what: string, error: unknown): AppError<'storageFailed'> =>
  new AppError('storageFailed', { what, reason: storageReason(error) }, { cause: error });
