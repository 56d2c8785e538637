const DAY_MS = 86_400_000;

/** The day of an instant (epoch ms) in UTC, counted from the epoch. */
export const utcDayOf = (at: number): number => Math.floor(at / DAY_MS);
