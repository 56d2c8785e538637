/** Short names of fields where the context is clear. */
import type { Column } from '../../../shared/model/field.ts';

/** Separates the names of an object and of its field in the titles that main infers. */
const JOINT = ' · ';

/** The last part of a title: "Prices · Base price" as "Base price". */
export const lastName = (title: string): string => title.split(JOINT).at(-1) ?? title;

/** Column headers by path: the last part of the title, or the whole title where two would be equal. */
export function headsOf(columns: readonly Column[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { title } of columns) counts.set(lastName(title), (counts.get(lastName(title)) ?? 0) + 1);
  return new Map(
    columns.map(({ path, title }) => [path, (counts.get(lastName(title)) ?? 0) > 1 ? title : lastName(title)]),
  );
}
