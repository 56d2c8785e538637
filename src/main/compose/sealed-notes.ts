/** Seals the notes of quotes with the data key. */
import type { NoteSealer } from '../desk/merge-notes.ts';
import type { Notes } from '../desk/quotes.ts';
import type { DataKey } from '../vault/data-key.ts';

type Key = Pick<DataKey, 'sealer'>;

/** Makes the functions that seal and open notes. The key store may ask the person. Throws AppError `storageFailed` while the key is locked. */
export async function noteSealer(key: Key): Promise<NoteSealer> {
  const sealer = await key.sealer();
  return {
    seal: (id, note) => Buffer.from(sealer.seal(id, note)).toString('base64'),
    open: (id, sealed) => sealer.open(id, Buffer.from(sealed, 'base64')),
  };
}

export const sealedNotes = (key: Key): Notes => ({
  seal: async (id, note) => (await noteSealer(key)).seal(id, note),
  open: async (id, sealed) => (await noteSealer(key)).open(id, sealed),
});
