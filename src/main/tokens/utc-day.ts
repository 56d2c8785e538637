import { DAY_MS } from '../../shared/time/units.ts';

/** The day of an instant (epoch ms) in UTC, counted from the epoch. */
export const utcDayOf = (at: number): number => Math.floor(at / DAY_MS);
