/** Short titles of fields. */
import type { Column } from '../../../shared/model/field.ts';

/** The text that main puts between the name of an object and the name of its field. */
const SEPARATOR = ' · ';

/** Returns the last part of a title: "Base price" of "Prices · Base price". */
export const shortTitle = (title: string): string => title.split(SEPARATOR).at(-1) ?? title;

/** Returns the headings of columns by path: the short title, or the whole title when several columns have the same short title. */
export function headersOf(columns: readonly Column[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { title } of columns) counts.set(shortTitle(title), (counts.get(shortTitle(title)) ?? 0) + 1);
  return new Map(
    columns.map(({ path, title }) => [path, (counts.get(shortTitle(title)) ?? 0) > 1 ? title : shortTitle(title)]),
  );
}
