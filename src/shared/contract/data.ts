/** The app's files on this computer: their backups, an export, and their deletion. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { DELETE_WORD, StoredFiles } from '../model/stored-data.ts';
import { WrittenFile } from '../model/traffic.ts';
import { mutation, Nothing, query } from './define.ts';

export const data = {
  files: query(Nothing, StoredFiles),
  showFolder: mutation(Nothing, Nothing),
  backUp: mutation(Nothing, StoredFiles),
  /** Restarts the app, which then replaces what people made with the content of this backup. */
  restore: mutation(z.strictObject({ backupId: z.string().max(MAX_CHARACTERS.name) }), Nothing),
  /** Writes what people made as JSON to a chosen file, without secrets; guests, offers and notes only with `withGuests`. Null when cancelled. */
  exportJson: mutation(z.strictObject({ withGuests: z.boolean() }), WrittenFile.nullable()),
  /** Restarts the app, which then deletes all its files: connections, what people made, and the ledger of issuances. */
  deleteEverything: mutation(z.strictObject({ word: z.literal(DELETE_WORD) }), Nothing),
};
