/** Summarises a record of unknown shape for a row, a card or a detail view: its id, title, place, pictures and facts. */
import type { Fact } from '../../shared/model/field.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { fieldKind, fieldTitle } from './field-kind.ts';
import { findPictures, type PictureUrls } from './find-pictures.ts';
import { firstText, isObject, readPath } from './read-path.ts';
import { walkFields } from './walk-fields.ts';

export interface Summary {
  readonly id: string | null;
  readonly title: string;
  readonly subtitle: string | null;
  readonly place: string | null;
  readonly pictures: PictureUrls[];
}

const IDS = ['_id', 'id', 'listingId', 'listing._id', 'uuid', 'propertyId', 'unitId', 'code'];
const TITLES = [
  'title',
  'name',
  'nickname',
  'displayName',
  'headline',
  'publicDescription.title',
  'listing.title',
  'label',
];
const TYPES = ['propertyType', 'type', 'category', 'roomType', 'status'];
const LISTED_FIELDS = ['isListed', 'listed', 'isActive', 'active'].flatMap((name) => [name, `listing.${name}`]);
const ADDRESSES = ['address', 'location', 'publishedAddress'];

/** Reads a record; every part has a fallback, so that a record without any known name still has a title. */
export function summarise(record: Json): Summary {
  const id = firstText(record, ...IDS);
  const place = placeOf(record);
  const kind = firstText(record, ...TYPES);
  const subtitle = [kind, place].filter(Boolean).join(' · ');
  return {
    id,
    title: firstText(record, ...TITLES) ?? anyText(record) ?? (id === null ? 'Untitled' : `Record ${id}`),
    subtitle: subtitle === '' ? null : subtitle,
    place,
    pictures: findPictures(record),
  };
}

/** Whether a listing's record says that it is listed: `false` when a field says that it is not listed or not active, `null` when none says. */
export function isListed(record: Json): boolean | null {
  const flags = LISTED_FIELDS.map((path) => readPath(record, path)).filter((value) => typeof value === 'boolean');
  return flags.length === 0 ? null : flags.every(Boolean);
}

/** Every field of a record with its kind, in order of appearance; those without a value are left out. */
export function factsOf(record: Json): Fact[] {
  const facts: Fact[] = [];
  walkFields(record, (path, value) => {
    const kind = fieldKind(path, value);
    if (kind !== null) facts.push({ path, title: fieldTitle(path), kind, value });
  });
  return facts;
}

/** City and country when they are separate fields, else the whole address. */
function placeOf(record: Json): string | null {
  for (const path of ADDRESSES) {
    const address = readPath(record, path);
    if (typeof address === 'string' && address.trim() !== '') return address.trim();
    if (isObject(address)) return cityOf(address) ?? firstText(address, 'full', 'formatted', 'street');
  }
  return cityOf(record);
}

function cityOf(record: Json): string | null {
  const parts = [firstText(record, 'city', 'town'), firstText(record, 'country', 'state')].filter(
    (part) => part !== null,
  );
  return parts.length === 0 ? null : parts.join(', ');
}

function anyText(record: Json): string | null {
  let found: string | null = null;
  walkFields(record, (path, value) => {
    if (found === null && typeof value === 'string' && fieldKind(path, value) === 'text' && value.length < 120)
      found = value.trim();
  });
  return found;
}
