/** Reads the licences that the build wrote. */
import { readFile } from 'node:fs/promises';
import { AppError } from '../../shared/app-error.ts';
import type { Notices } from '../../shared/model/notices.ts';

/** Reads the licences of the bundled packages. Rejects with AppError `notFound` when the app was started without a build. */
export async function readNotices(file: string): Promise<Notices> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Notices;
  } catch (cause) {
    throw new AppError('notFound', { what: 'The list of licences' }, { cause });
  }
}
