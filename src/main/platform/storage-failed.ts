/** Maps file system errors to AppError `storageFailed`, with a reason that a person can act on. */
import { AppError } from '../../shared/errors.ts';

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reported an error',
  EBUSY: 'another program holds the file',
};

/** AppError `storageFailed` for `what` ("Connections"), with the reason in words where the system's code is known. */
export function storageFailed(what: string, cause: unknown): AppError<'storageFailed'> {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : null;
  const reason = code === null ? 'it cannot be written as JSON' : (REASONS[code] ?? `the system answered ${code}`);
  return new AppError('storageFailed', { what, reason }, { cause });
}
