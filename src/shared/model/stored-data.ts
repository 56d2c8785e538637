/** The files of the app on this computer, and their backups. */
import { z } from 'zod';
import { EpochMs } from './primitives.ts';

/** The word that a person types to delete everything. */
export const DELETE_WORD = 'delete';

const Count = z.number().int().min(0);

/**
 * A backup of console.db. `holds`: the numbers of rows in it; null when it cannot be read. `unreadable`: the guests, offers and notes in it that are
 * sealed with another key than this computer's; null while the key is not available.
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

/** `folder`: the absolute path of the files. `backups`: the newest first. */
export const StoredFiles = z.strictObject({
  folder: z.string(),
  files: z.array(z.strictObject({ name: StoreName, bytes: Count })),
  backups: z.array(Backup),
});
export type StoredFiles = z.infer<typeof StoredFiles>;
