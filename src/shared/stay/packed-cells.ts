/** Packs the cells of a calendar's row into one text, because objects would be copied one by one on their way to the window. Pure. */

const STATUSES = ['free', 'booked', 'reserved', 'blocked', 'unknown'] as const;

/** A night of the grid. `units` is set for a listing with several units. `quoteId` names our booking of the night. `isLost`: free, in a gap that cannot be sold. */
export interface GridNight {
  readonly status: (typeof STATUSES)[number];
  readonly price: number | null;
  readonly currency: string | null;
  readonly minNights: number | null;
  readonly noCheckIn: boolean;
  readonly noCheckOut: boolean;
  readonly units: number | null;
  readonly blocks: readonly string[];
  readonly quoteId: string | null;
  readonly isLost: boolean;
}

/** The numbers of sold, blocked and free nights in a week. Nights that were not read are not counted. */
export interface GridWeek {
  readonly sold: number;
  readonly blocked: number;
  readonly free: number;
}

/** A run of equal nights: how many there are, the position of their status, and what they have in common. */
type Run = [
  nights: number,
  status: number,
  price: number | null,
  currency: string | null,
  minNights: number | null,
  noCheckIn: 0 | 1,
  noCheckOut: 0 | 1,
  units: number | null,
  blocks: readonly string[],
  quoteId: string | null,
  isLost: 0 | 1,
];

const runOf = (night: GridNight): Run => [
  1,
  STATUSES.indexOf(night.status),
  night.price,
  night.currency,
  night.minNights,
  night.noCheckIn ? 1 : 0,
  night.noCheckOut ? 1 : 0,
  night.units,
  night.blocks,
  night.quoteId,
  night.isLost ? 1 : 0,
];

export function packNights(nights: readonly GridNight[]): string {
  const runs: Run[] = [];
  let last = '';
  for (const night of nights) {
    const run = runOf(night);
    const text = JSON.stringify(run);
    const known = runs.at(-1);
    if (known && text === last) known[0] += 1;
    else runs.push(run);
    last = text;
  }
  return JSON.stringify(runs);
}

/** Unpacks the nights of a row. Equal nights that follow each other are the same object. */
export function unpackNights(text: string): GridNight[] {
  return (JSON.parse(text) as Run[]).flatMap(([count, status, price, currency, minNights, ...rest]) => {
    const [noCheckIn, noCheckOut, units, blocks, quoteId, isLost] = rest;
    const night: GridNight = {
      ...{ status: STATUSES[status] ?? 'unknown', price, currency, minNights, units, blocks, quoteId },
      ...{ noCheckIn: noCheckIn === 1, noCheckOut: noCheckOut === 1, isLost: isLost === 1 },
    };
    return Array<GridNight>(count).fill(night);
  });
}

export const packWeeks = (weeks: readonly GridWeek[]): string =>
  JSON.stringify(weeks.map(({ sold, blocked, free }) => [sold, blocked, free]));

export const unpackWeeks = (text: string): GridWeek[] =>
  (JSON.parse(text) as [number, number, number][]).map(([sold, blocked, free]) => ({ sold, blocked, free }));
