/** Entries by the id of their owner, after owners changed. */

/** By the id of an owner before the change: the owner of its entry now, `null` for none. Owners that are not in it stay. */
export type Heirs = ReadonlyMap<string, string | null>;

/** Gives each entry to its heir. `dropped` are the entries without an heir, and those whose heir keeps an entry of its own. */
export function inherited<Entry>(
  entries: ReadonlyMap<string, Entry>,
  heirs: Heirs,
): { readonly kept: Map<string, Entry>; readonly dropped: Entry[] } {
  const heirOf = (id: string) => (heirs.has(id) ? (heirs.get(id) ?? null) : id);
  const kept = new Map([...entries].filter(([id]) => heirOf(id) === id));
  const dropped: Entry[] = [];
  for (const [id, entry] of entries) {
    const heir = heirOf(id);
    if (heir === id) continue;
    if (heir === null || kept.has(heir)) dropped.push(entry);
    else kept.set(heir, entry);
  }
  return { kept, dropped };
}
