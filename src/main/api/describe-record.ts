/** Describes a record of unknown shape: its id, title, place and pictures, and the kind of each field (service.md §1.5). */

import type { Fact, FieldKind } from '../../shared/model/field.ts';
import { isPlainDate, type Json } from '../../shared/model/primitives.ts';
import type { Point } from '../../shared/stay/near-homes.ts';
import { upperFirst } from '../../shared/text/first-letter.ts';
import { remembering } from '../../shared/text/remembering.ts';
import { INSTANT, isInstantNumber } from '../../shared/time/instant.ts';
import { kindOf } from '../redact/field-kinds.ts';
import { nameList } from '../redact/name-list.ts';
import { firstNumberIn, firstText, isObject, readPath, walkFields } from './read-json.ts';

/** The addresses of a picture, small and large; they are equal when the record has only one. */
export interface PictureUrls {
  readonly thumbnail: string;
  readonly large: string;
  readonly caption: string | null;
}

export interface Summary {
  readonly id: string | null;
  readonly title: string;
  readonly subtitle: string | null;
  readonly place: string | null;
  readonly pictures: PictureUrls[];
}

/** Fields with the id of the record itself. `IDS` also has ids that several records may share. */
const OWN_IDS = ['_id', 'id', 'listingId', 'listing._id', 'uuid'];
const IDS = [...OWN_IDS, 'propertyId', 'unitId', 'code'];
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

/** Makes a record's title and subtitle for a row, a card or a detail view. A record without any known field name still gets a title. */
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

/** Returns the id that only this record has, not one that several records may share; `null` without one. */
export const ownIdOf = (record: Json): string | null => firstText(record, ...OWN_IDS);

/** Whether a listing is listed and active; `null` when its record has no such field. */
export function isListed(record: Json): boolean | null {
  const flags = LISTED_FIELDS.map((path) => readPath(record, path)).filter((value) => typeof value === 'boolean');
  return flags.length === 0 ? null : flags.every(Boolean);
}

const CITIES = ['address.city', 'city', 'location.city', 'publishedAddress.city', 'address.town', 'town'];
const PROPERTY_TYPES = ['propertyType', 'type', 'category', 'roomType'];

export const cityIn = (record: Json): string | null => firstText(record, ...CITIES);
export const typeIn = (record: Json): string | null => firstText(record, ...PROPERTY_TYPES);

const NICKNAMES = ['nickname', 'internalName', 'listing.nickname'];

export const nicknameIn = (record: Json): string | null => firstText(record, ...NICKNAMES);

const COUNTRIES = ['address.country', 'country', 'location.country', 'publishedAddress.country'];
const HOME_TYPES = ['propertyType', 'category', 'listing.propertyType'];
const ROOM_TYPES = ['roomType', 'listing.roomType'];

export const countryIn = (record: Json): string | null => firstText(record, ...COUNTRIES);
/** Returns the type of a home, such as "villa"; null without one. The field `type` is not read, because it tells one unit from several. */
export const homeTypeIn = (record: Json): string | null => firstText(record, ...HOME_TYPES);
const STREETS = ['address.full', 'address.formatted', 'publishedAddress.full', 'address.street'];

/** Returns the whole postal address of a listing as one text; null without one. */
export const addressIn = (record: Json): string | null => firstText(record, ...STREETS);

/** Returns the usual times of check-in and check-out, as the record writes them. */
export const timesIn = (record: Json): { readonly checkIn: string | null; readonly checkOut: string | null } => ({
  checkIn: firstText(record, 'defaultCheckInTime', 'checkInTime'),
  checkOut: firstText(record, 'defaultCheckOutTime', 'checkOutTime'),
});

/** Returns the service's words for whether a guest has the whole home or a room of it; null without any. */
export const roomTypeIn = (record: Json): string | null => firstText(record, ...ROOM_TYPES);

/** The maximum credible number of guests or bedrooms. */
const MAX_SIZE = 10_000;
const SLEEPS = { min: 1, max: MAX_SIZE };
/** The credible numbers of bedrooms: zero too, because a studio has no bedroom. */
const BEDROOMS = { min: 0, max: MAX_SIZE };

export const sizeOf = (record: Json): { readonly sleeps: number | null; readonly bedrooms: number | null } => ({
  sleeps: firstNumberIn(SLEEPS, record, 'accommodates', 'maxGuests', 'capacity', 'personCapacity', 'sleeps'),
  bedrooms: firstNumberIn(BEDROOMS, record, 'bedrooms', 'numberOfBedrooms'),
});

const LATITUDES = ['address.lat', 'publishedAddress.lat', 'location.lat', 'lat', 'latitude'];
const LONGITUDES = ['address.lng', 'publishedAddress.lng', 'location.lng', 'lng', 'longitude'];

/** Returns the coordinates of a listing; null when its record has none or zeros. */
export function pointOf(record: Json): Point | null {
  const lat = firstNumberIn({ min: -90, max: 90 }, record, ...LATITUDES);
  const lng = firstNumberIn({ min: -180, max: 180 }, record, ...LONGITUDES);
  return lat === null || lng === null || (lat === 0 && lng === 0) ? null : { lat, lng };
}

/** Lists every field of a record that has a value, with its kind, in order of appearance. */
export function factsOf(record: Json): Fact[] {
  const facts: Fact[] = [];
  walkFields(record, (path, value) => {
    const kind = fieldKind(path, value);
    if (kind !== null) facts.push({ path, title: fieldTitle(path), kind, value });
  });
  return facts;
}

/** Returns the address if it is one text, else its city and country, else its full text; null without any. */
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

/** Whether the name of a field says that it holds a secret or a person's data. */
const isHidden = (path: string): boolean =>
  !['plain', 'property'].includes(kindOf(path.slice(path.lastIndexOf('.') + 1)));

function anyText(record: Json): string | null {
  let found: string | null = null;
  walkFields(record, (path, value) => {
    if (
      found === null &&
      typeof value === 'string' &&
      !isHidden(path) &&
      fieldKind(path, value) === 'text' &&
      value.length < 120
    )
      found = value.trim() || null;
  });
  return found;
}

const isPrice = nameList(
  '*{price,amount,fee,fees,cost,payout,fare,deposit,balance,rent,revenue,commission,tax,taxes,nightlyrate,dailyrate}',
);
/** Whether a name denotes a count although it contains a word of a price, such as "guestsIncludedInRegularFee" or "numberOfFees". */
const isCount = nameList(
  '{guests,people,persons,adults,children,nights,days,months}{,_}{in,for,of,per}* {number,count}{,_}of* *percent*',
);
const isAddress = nameList(`
  full address formatted street streetaddress address{1,2} addressline{,1,2,3,4,5} fulladdress city town state province region country
  zip{,code} post{al,}code neighb{o,ou}rhood location area`);
const PICTURE = /(picture|photo|image|thumbnail|thumb|avatar|logo|cover)/i;
const PICTURE_FILE = /\.(jpe?g|png|webp|gif|avif|svg)(\?|$)/i;
const INSTANT_NAME = /(At|Date|Time|On|timestamp)$/;
const IDENTIFIER = /^(_?id|uuid|guid)$|(Id|_id|Uuid|Ids)$/;
const OPAQUE = /^([0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** Returns the kind of the value at a dotted path; `null` for an absent, null or empty value. */
export function fieldKind(path: string, value: Json | undefined): FieldKind | null {
  if (value === undefined || value === null || value === '') return null;
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return numberKind(name, value);
  if (typeof value === 'string') return textKind(name, path, value.trim());
  return Array.isArray(value) ? 'list' : 'object';
}

const isMoney = remembering((name: string): boolean => isPrice(name.toLowerCase()) && !isCount(name.toLowerCase()));

function numberKind(name: string, value: number): FieldKind {
  if (INSTANT_NAME.test(name) && isInstantNumber(value)) return 'instant';
  if (isMoney(name)) return 'money';
  return IDENTIFIER.test(name) ? 'identifier' : 'number';
}

function textKind(name: string, path: string, value: string): FieldKind {
  if (isPlainDate(value)) return 'date';
  if (INSTANT.test(value)) return 'instant';
  if (/^https?:\/\/\S+$/i.test(value) || (value.startsWith('data:image/') && PICTURE.test(path)))
    return PICTURE.test(path) || PICTURE_FILE.test(value) ? 'picture' : 'link';
  if (IDENTIFIER.test(name) || OPAQUE.test(value)) return 'identifier';
  if (isMoney(name) && /^-?\d+(\.\d+)?$/.test(value)) return 'money';
  return isAddress(name.toLowerCase()) ? 'address' : 'text';
}

/** Headings that a property manager understands, for fields whose own names are unclear. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  accommodates: 'Sleeps',
  personCapacity: 'Sleeps',
  maxGuests: 'Sleeps',
  isListed: 'Published',
  listed: 'Published',
};

const INITIALISMS = new Set(['id', 'url', 'uuid', 'api', 'pms', 'ota', 'tv', 'utc', 'vat']);

/** Converts a path to a heading: "address.city" → "Address · City", "_id" → "ID", "basePrice" → "Base price". */
export const fieldTitle = remembering((path: string): string => path.split('.').map(segmentTitle).join(' · '));

function segmentTitle(segment: string): string {
  const known = Object.hasOwn(FIELD_WORDS, segment) ? FIELD_WORDS[segment] : undefined;
  if (known !== undefined) return known;
  const words = segment
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) =>
      INITIALISMS.has(word.toLowerCase()) ? word.toUpperCase() : /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase(),
    );
  const text = words.join(' ');
  return text === '' ? segment : upperFirst(text);
}

const PICTURE_LISTS = ['pictures', 'photos', 'images', 'gallery', 'media', 'listing.pictures'];
const COVER_PICTURES = [
  'picture',
  'photo',
  'image',
  'thumbnail',
  'thumbnailUrl',
  'coverPhoto',
  'cover',
  'listing.picture',
];
const SMALL_URLS = [
  'thumbnail',
  'small',
  'thumb',
  'thumbnailUrl',
  'regular',
  'medium',
  'url',
  'src',
  'large',
  'original',
  'href',
];
const LARGE_URLS = ['large', 'original', 'xlarge', 'full', 'regular', 'medium', 'url', 'src', 'href', 'thumbnail'];
const CAPTIONS = ['caption', 'title', 'alt', 'description'];

/** The pictures of a record in their order, without duplicates. A record without a list of pictures yields its cover picture. */
function findPictures(record: Json): PictureUrls[] {
  for (const path of PICTURE_LISTS) {
    const list = readPath(record, path);
    const pictures = Array.isArray(list) ? unique(list.flatMap((item) => pictureOf(item) ?? [])) : [];
    if (pictures.length > 0) return pictures;
  }
  for (const path of COVER_PICTURES) {
    const picture = pictureOf(readPath(record, path) ?? null);
    if (picture) return [picture];
  }
  return [];
}

function pictureOf(value: Json): PictureUrls | null {
  if (typeof value === 'string') return isUrl(value) ? { thumbnail: value, large: value, caption: null } : null;
  const thumbnail = url(value, SMALL_URLS);
  const large = url(value, LARGE_URLS);
  return thumbnail === null || large === null ? null : { thumbnail, large, caption: firstText(value, ...CAPTIONS) };
}

function url(value: Json, names: readonly string[]): string | null {
  for (const name of names) {
    const text = firstText(value, name);
    if (text !== null && isUrl(text)) return text;
  }
  return null;
}

function isUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

function unique(pictures: readonly PictureUrls[]): PictureUrls[] {
  const seen = new Set<string>();
  return pictures.filter(({ large }) => !seen.has(large) && seen.add(large));
}
