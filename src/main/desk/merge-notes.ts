/** The notes of quotes when two connections are merged: each is sealed under the id of its connection. */
import type { DatabaseSync } from 'node:sqlite';
import { keyOf } from './quote-outcome.ts';

/** Seals and opens notes; `open` returns null for a note of a lost key. */
export interface NoteSealer {
  seal(id: string, note: string): string;
  open(id: string, sealed: string): string | null;
}

/** Seals the notes of `from` for `to`; a quote of both gets the notes of both. A note that cannot be opened stays as it is. */
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
