/** Whether a listing's record says that it is listed, whatever the field is called. */
import type { Json } from '../../shared/model/primitives.ts';
import { readPath } from '../api/read-path.ts';

const FIELDS = ['isListed', 'listed', 'isActive', 'active'].flatMap((name) => [name, `listing.${name}`]);

/** `false` when a field says that it is not listed or not active; `null` when none says anything. */
export function isListed(record: Json): boolean | null {
  const said = FIELDS.map((path) => readPath(record, path)).filter((value) => typeof value === 'boolean');
  return said.length === 0 ? null : said.every(Boolean);
}
