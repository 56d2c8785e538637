/** Finds homes near each other and alike. */

/** A location on the earth, in degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** The location of a home. A field is null when the home's record lacks it. */
export interface HomePlace {
  readonly place: string | null;
  readonly point?: Point | null;
}

/** The facts by which homes are compared. A field is null when the home's record lacks it. */
export interface HomeFacts extends HomePlace {
  readonly sleeps: number | null;
  readonly bedrooms: number | null;
}

/** The maximum distance in km between homes that count as near each other. */
const MAX_NEAR_KM = 30;

const EARTH_KM = 6_371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function distanceOfPoints(one: Point, other: Point): number {
  const half = (angle: number) => Math.sin(radians(angle) / 2) ** 2;
  const part =
    half(other.lat - one.lat) + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * half(other.lng - one.lng);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** Returns the distance of two homes in km. If a home has no coordinates, the distance is 0 within the same place, and otherwise infinite. */
export function distanceInKm(one: HomePlace, other: HomePlace): number {
  if (one.point && other.point) return distanceOfPoints(one.point, other.point);
  return one.place !== null && one.place === other.place ? 0 : Number.POSITIVE_INFINITY;
}

/** The maximum difference in bedrooms between homes that are alike. */
const MAX_BEDROOMS_APART = 1;

/** Finds the homes near `home` with room for `guests` and about as many bedrooms, the nearest first. */
export function similarHomes<Home extends HomeFacts>(home: HomeFacts, others: readonly Home[], guests: number): Home[] {
  const roomsApart = (other: Home) =>
    home.bedrooms === null || other.bedrooms === null ? MAX_BEDROOMS_APART : Math.abs(home.bedrooms - other.bedrooms);
  return others
    .filter(({ sleeps }) => sleeps !== null && sleeps >= guests)
    .map((other) => ({ other, km: distanceInKm(home, other), apart: roomsApart(other) }))
    .filter(({ km, apart }) => km <= MAX_NEAR_KM && apart <= MAX_BEDROOMS_APART)
    .sort((a, b) => a.km - b.km || a.apart - b.apart)
    .map(({ other }) => other);
}
