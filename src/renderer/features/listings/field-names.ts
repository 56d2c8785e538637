/** Short titles of fields, for places where the context is clear. */
import type { Column } from '../../../shared/model/field.ts';

/** The separator with which main joins the names of an object and its field. */
const SEPARATOR = ' · ';

/** The last part of a title: "Base price" of "Prices · Base price". */
export const shortTitle = (title: string): string => title.split(SEPARATOR).at(-1) ?? title;

/** Column headers by path: the short title, or the whole title when two short titles are equal. */
export function headersOf(columns: readonly Column[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { title } of columns) counts.set(shortTitle(title), (counts.get(shortTitle(title)) ?? 0) + 1);
  return new Map(
    columns.map(({ path, title }) => [path, (counts.get(shortTitle(title)) ?? 0) > 1 ? title : shortTitle(title)]),
  );
}
