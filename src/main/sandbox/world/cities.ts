/** The cities of the sandbox: real places with their streets, currencies and taxes, in which its invented listings stand. */
import { EUROPE } from './cities-europe.ts';
import { OVERSEAS } from './cities-overseas.ts';
import type { City } from './city.ts';

/** The order in which listings are dealt out to cities. */
const ORDER = ['LIS', 'BCN', 'CPH', 'EDI', 'KYO', 'ZRH', 'ATX', 'CPT', 'YUL', 'FLR', 'MEX', 'MEL', 'AMS', 'VIE'];

const all = new Map([...EUROPE, ...OVERSEAS].map((city) => [city.code, city]));

export const CITIES: readonly City[] = ORDER.flatMap((code) => all.get(code) ?? []);

/** The city in which the listing at `index` stands. */
export function cityAt(index: number): City {
  const city = CITIES[index % CITIES.length];
  if (!city) throw new RangeError(`no city for the listing at ${index}`);
  return city;
}
