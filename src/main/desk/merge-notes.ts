/** Merges the notes of quotes when two connections become one. A note is sealed under the ids of its connection and its quote. */
import type { DatabaseSync } from 'node:sqlite';
import { keyOf } from './quote-outcome.ts';

/** Seals and opens notes; `open` returns `null` when the note's key is lost. */
export interface NoteSealer {
  seal(id: string, note: string): string;
  open(id: string, sealed: string): string | null;
}

/**
 * Moves the sealed notes of the connection `from` to the connection `to`. Where both have a note for the same quote, the quote gets both. A note that
 * cannot be opened stays unchanged.
 */
export function mergeNotes(
  db: DatabaseSync,
  { from, to }: { readonly from: string; readonly to: string },
  sealer: NoteSealer,
): void {
  const find = db.prepare('SELECT note FROM quotes WHERE connection_id = ? AND id = ?');
  const write = db.prepare('UPDATE quotes SET note = ? WHERE connection_id = ? AND id = ?');
  for (const row of db.prepare("SELECT id, note FROM quotes WHERE connection_id = ? AND note <> ''").all(from)) {
    const id = String(row.id);
    const [fromKey, toKey] = [from, to].map((connectionId) => keyOf({ connectionId, id })) as [string, string];
    const text = sealer.open(fromKey, String(row.note));
    const sealed = String(find.get(to, id)?.note ?? '');
    const other = sealed === '' ? '' : sealer.open(toKey, sealed);
    if (text === null || other === null) continue;
    const both = sealer.seal(toKey, other === '' || other === text ? text : `${other}\n${text}`);
    for (const connectionId of [from, to]) write.run(both, connectionId, id);
  }
}
