/** The JSON records of a listing in both APIs. The names of the fields are those of service.md §5.1, §6.3 and §6.6. */
import { plainDateOf } from '../../../shared/model/primitives.ts';
import type { Night } from './calendar.ts';
import { detailsOf } from './listing-details.ts';
import { objectId } from './listing-id.ts';
import type { Outline } from './outline.ts';
import { hash } from './seeded-random.ts';

/** The widths of the picture sizes, in pixels. A thumbnail is a file of its own. */
const WIDTHS = { regular: 720, large: 1200 };

/** Makes the record of a listing in the form of GET /v1/listings of the Open API. */
export function openApiRecord(outline: Outline, origin: string): Record<string, unknown> {
  const details = detailsOf(outline);
  return {
    _id: outline.id,
    accountId: objectId(9_001),
    title: details.title,
    nickname: details.nickname,
    type: 'SINGLE',
    propertyType: outline.kind.name,
    roomType: details.roomType,
    active: outline.active,
    isListed: outline.listed,
    accommodates: outline.accommodates,
    bedrooms: outline.bedrooms,
    bathrooms: outline.bathrooms,
    beds: outline.beds,
    areaSquareMeters: details.areaSquareMetres,
    address: details.address,
    timezone: outline.city.timezone,
    prices: details.prices,
    terms: { minNights: outline.minNights, maxNights: 90 },
    taxes: [
      {
        name: outline.city.tax.name,
        amount: Math.round(outline.city.tax.share * 100_000) / 1_000,
        units: 'PERCENTAGE',
      },
    ],
    defaultCheckInTime: details.checkInTime,
    defaultCheckOutTime: details.checkOutTime,
    picture: { thumbnail: pictureUrl(origin, outline, 0, 'thumbnail'), caption: details.pictures[0]?.caption ?? '' },
    pictures: details.pictures.map(({ id, caption }, number) => ({
      _id: id,
      thumbnail: pictureUrl(origin, outline, number, 'thumbnail'),
      original: pictureUrl(origin, outline, number, 'large'),
      caption,
    })),
    publicDescription: { summary: details.summary, neighborhood: details.neighbourhood },
    amenities: details.amenities,
    tags: details.tags,
    listingRooms: details.listingRooms,
    createdAt: details.createdAt,
    lastUpdatedAt: details.updatedAt,
  };
}

/** Makes the record of a listing in the form of the Booking Engine (service.md §6.3). `nights` adds nightlyRates. */
export function bookingRecord(
  outline: Outline,
  origin: string,
  nights: readonly Night[] | null,
): Record<string, unknown> {
  const details = detailsOf(outline);
  const { guestsIncludedInRegularFee: _, ...prices } = details.prices;
  return {
    _id: outline.id,
    type: 'SINGLE',
    propertyType: outline.kind.name,
    roomType: details.roomType,
    title: details.title,
    nickname: details.nickname,
    accommodates: outline.accommodates,
    address: details.address,
    timezone: outline.city.timezone,
    amenities: details.amenities,
    bathrooms: outline.bathrooms,
    bedrooms: outline.bedrooms,
    beds: outline.beds,
    picture: pictureOf(origin, outline, 0, details.pictures[0]?.caption ?? ''),
    pictures: details.pictures.map(({ id, caption }, number) => ({
      _id: id,
      ...pictureOf(origin, outline, number, caption),
    })),
    prices,
    publicDescription: { summary: details.summary },
    terms: { minNights: outline.minNights, maxNights: 90 },
    ...(nights ? { nightlyRates: Object.fromEntries(nights.map(({ day, price }) => [plainDateOf(day), price])) } : {}),
  };
}

/** Makes the record of one night in the form of the calendar (service.md §6.6). */
export function calendarRecord(night: Night, outline: Outline): Record<string, unknown> {
  return {
    date: plainDateOf(night.day),
    listingId: outline.id,
    status: night.status,
    price: night.price,
    currency: outline.city.currency.code,
    minNights: night.minNights,
    maxNights: 90,
    allotment: night.status === 'available' ? 1 : 0,
    blocks: blocksOf(night, outline),
    cta: night.cta,
    ctd: night.ctd,
  };
}

/** The reasons for nights without a guest: blocked by hand, by the owner, or to prepare the home. */
const REASONS = ['m', 'o', 'pt'] as const;
/** The number of consecutive days with one reason, so that all nights of a block have the same reason. */
const REASON_DAYS = 30;

/** The flags of a night (service.md §6.6). */
function blocksOf({ status, day }: Night, { index }: Outline): Record<string, boolean> {
  const reason =
    status === 'unavailable' ? REASONS[hash(index, Math.floor(day / REASON_DAYS), 24) % REASONS.length] : null;
  return Object.fromEntries([
    ['b', status === 'booked'],
    ['r', status === 'reserved'],
    ...REASONS.map((letter) => [letter, letter === reason] as const),
  ]);
}

function pictureOf(origin: string, outline: Outline, number: number, caption: string): Record<string, string> {
  return {
    thumbnail: pictureUrl(origin, outline, number, 'thumbnail'),
    regular: pictureUrl(origin, outline, number, 'regular'),
    large: pictureUrl(origin, outline, number, 'large'),
    caption,
  };
}

function pictureUrl(origin: string, outline: Outline, number: number, size: keyof typeof WIDTHS | 'thumbnail'): string {
  const address = `${origin}/pictures/${outline.id}/${number}`;
  return size === 'thumbnail' ? `${address}.webp` : `${address}.svg?w=${WIDTHS[size]}`;
}
