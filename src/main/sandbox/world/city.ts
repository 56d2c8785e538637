/** The cities of the invented listings: real cities with their streets, currencies and taxes. */
import cities from '../../../../resources/sandbox/cities.json' with { type: 'json' };

type Landscape = 'sea' | 'hills' | 'alps' | 'canal' | 'skyline' | 'desert' | 'roofs';

interface Currency {
  readonly code: string;
  /** The rough number of units of this currency per euro. */
  readonly scale: number;
  /** The unit of nightly prices: every price is a multiple of it. */
  readonly step: number;
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
  /** The taxes: a share of the stay's price, and a fixed amount per guest and night in the local currency. */
  readonly tax: { readonly name: string; readonly share: number; readonly perGuestNight: number };
  /** The format of an address, with `{street}` and `{number}`. */
  readonly addressFormat: string;
  /** The format of a postcode; `#` stands for a digit. */
  readonly postcode: string;
  readonly phone: string;
  /** The price level; 1 is the average. */
  readonly level: number;
  readonly southern: boolean;
  readonly landscape: Landscape;
  readonly streets: readonly [string, ...string[]];
  readonly quarters: readonly [string, ...string[]];
}

/** The cities of the listings. Listings are assigned to the cities in this order, in rotation. */
export const CITIES = cities as unknown as readonly City[];

/** Returns the city of the listing at `index`. Throws a RangeError for an index that is not a whole number. */
export function cityAt(index: number): City {
  const city = CITIES[index % CITIES.length];
  if (!city) throw new RangeError(`no city for the listing at ${index}`);
  return city;
}
