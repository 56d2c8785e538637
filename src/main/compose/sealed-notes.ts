/** Seals the notes of quotes with the data key. Throws AppError `storageFailed` while the key is locked; the key store may ask the person first. */
import type { Notes } from '../desk/quotes.ts';
import type { DataKey } from '../vault/data-key.ts';

export const sealedNotes = (key: Pick<DataKey, 'sealer'>): Notes => ({
  seal: async (id, note) => Buffer.from((await key.sealer()).seal(id, note)).toString('base64'),
  open: async (id, sealed) => (await key.sealer()).open(id, Buffer.from(sealed, 'base64')),
});
