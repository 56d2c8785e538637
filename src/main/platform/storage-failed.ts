/** Maps file system errors to AppError `storageFailed`, with a reason that a person can act on. */
import { AppError } from '../../shared/app-error.ts';

const MAY_NOT = { read: 'this user may not read it', write: 'this user may not write there' } as const;
const NOT_JSON = { read: 'its content is not valid', write: 'it cannot be written as JSON' } as const;

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reported an error',
  ELOOP: 'a link is in its place, and is not followed',
  EBUSY: 'another program holds the file',
};

/** Makes the AppError `storageFailed` for `what` ("Connections"). A known error code of the system becomes a readable reason. */
export function storageFailed(
  what: string,
  cause: unknown,
  access: 'read' | 'write' = 'write',
): AppError<'storageFailed'> {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : null;
  return new AppError('storageFailed', { what, reason: reasonOf(code, access), access }, { cause });
}

function reasonOf(code: string | null, access: 'read' | 'write'): string {
  if (code === null) return NOT_JSON[access];
  if (code === 'EACCES' || code === 'EPERM') return MAY_NOT[access];
  return REASONS[code] ?? `the system answered ${code}`;
}
