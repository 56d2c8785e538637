/** The cities of the invented listings: real cities with their streets, currencies and taxes. */
import cities from '../../../../resources/sandbox/cities.json' with { type: 'json' };

/** The landscape in pictures of a view. */
type Landscape = 'sea' | 'hills' | 'alps' | 'canal' | 'skyline' | 'desert' | 'roofs';

interface Currency {
  readonly code: string;
  /** Units of this currency per euro, roughly. */
  readonly scale: number;
  /** Nightly prices are multiples of this. */
  readonly step: number;
  /** Decimal places of an amount. */
  readonly decimals: 0 | 2;
}

export interface City {
  readonly code: string;
  readonly name: string;
  readonly state: string;
  readonly country: string;
  readonly countryCode: string;
  readonly timezone: string;
  readonly lat: number;
  readonly lng: number;
  readonly currency: Currency;
  /** Share of the stay's price that goes to the state, and a fixed tax per guest and night in the local currency. */
  readonly tax: { readonly name: string; readonly share: number; readonly perGuestNight: number };
  /** How a `{street}` and a `{number}` are written. */
  readonly addressFormat: string;
  /** `#` stands for a digit. */
  readonly postcode: string;
  readonly phone: string;
  /** Price level; 1 is the average. */
  readonly level: number;
  readonly southern: boolean;
  readonly landscape: Landscape;
  readonly streets: readonly [string, ...string[]];
  readonly quarters: readonly [string, ...string[]];
}

/** Listings are distributed to the cities in this order, in rotation. */
export const CITIES = cities as unknown as readonly City[];

/** The city of the listing at `index`. Throws a RangeError for an index that is not a whole number. */
export function cityAt(index: number): City {
  const city = CITIES[index % CITIES.length];
  if (!city) throw new RangeError(`no city for the listing at ${index}`);
  return city;
}
