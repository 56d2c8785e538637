/** Seals the notes of quotes with the key of personal data. */
import type { Notes } from '../desk/quotes.ts';
import type { DataKey } from '../vault/data-key.ts';

export const sealedNotes = (key: Pick<DataKey, 'sealer'>): Notes => ({
  seal: async (id, note) => Buffer.from((await key.sealer()).seal(id, note)).toString('base64'),
  open: async (id, sealed) => (await key.sealer()).open(id, Buffer.from(sealed, 'base64')),
});
