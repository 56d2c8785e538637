import { DAY_MS } from '../../shared/time/units.ts';

/** Returns the UTC day of an instant (epoch ms), as a number of days since 1970. */
export const utcDayOf = (at: number): number => Math.floor(at / DAY_MS);
