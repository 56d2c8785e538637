/** Short names of fields where the context is clear. */
import type { Column } from '../../../shared/model/field.ts';

/** Separates the names of an object and of its field in the titles that main infers. */
const SEPARATOR = ' · ';

/** The last part of a title: "Prices · Base price" as "Base price". */
export const shortTitle = (title: string): string => title.split(SEPARATOR).at(-1) ?? title;

/** Column headers by path: the last part of the title, or the whole title where two would be equal. */
export function headersOf(columns: readonly Column[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { title } of columns) counts.set(shortTitle(title), (counts.get(shortTitle(title)) ?? 0) + 1);
  return new Map(
    columns.map(({ path, title }) => [path, (counts.get(shortTitle(title)) ?? 0) > 1 ? title : shortTitle(title)]),
  );
}
