/** The app's files on this computer, and their backups. */
import { z } from 'zod';
import { EpochMs } from './primitives.ts';

export const DELETE_WORD = 'delete';

const Count = z.number().int().min(0);

/**
 * A backup of console.db. `holds` counts its rows; null when the backup cannot be read. `unreadable` counts the guests, offers and notes that are
 * sealed with another data key than this computer's; null while this computer's data key is not available.
 */
export const Backup = z.strictObject({
  id: z.string(),
  at: EpochMs,
  bytes: Count,
  holds: z
    .strictObject({
      quotes: Count,
      guests: Count,
      offers: Count,
      cases: Count,
      tasks: Count,
      unreadable: Count.nullable(),
    })
    .nullable(),
});
export type Backup = z.infer<typeof Backup>;

export const StoreName = z.enum(['console.db', 'cache.db', 'journal.db']);
export type StoreName = z.infer<typeof StoreName>;

/** The stored files, and the backups (newest first). `folder` is the absolute path of the folder that has them. */
export const StoredFiles = z.strictObject({
  folder: z.string(),
  files: z.array(z.strictObject({ name: StoreName, bytes: Count })),
  backups: z.array(Backup),
});
export type StoredFiles = z.infer<typeof StoredFiles>;
