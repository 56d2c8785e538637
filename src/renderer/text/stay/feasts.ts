/** Feasts whose names stand for stays: the day of each feast, and the usual days of its stay. */
import { addDays } from '../../../shared/time/plain-date.ts';

/** A feast. `on`: days after Easter Sunday, or month and day. `stay`: its usual arrival and departure, in days after the feast. */
interface FeastDay {
  readonly on: number | readonly [month: number, day: number];
  readonly stay?: readonly [arrival: number, departure: number];
}

const FEASTS = {
  carnival: { on: -47, stay: [-4, 1] },
  holyWeek: { on: -3, stay: [0, 4] },
  goodFriday: { on: -2 },
  easter: { on: 0, stay: [-2, 1] },
  easterMonday: { on: 1 },
  ascension: { on: 39, stay: [0, 3] },
  pentecost: { on: 49, stay: [-2, 1] },
  whitMonday: { on: 50 },
  corpusChristi: { on: 60, stay: [0, 3] },
  newYear: { on: [1, 1], stay: [-1, 1] },
  newYearsDay: { on: [1, 1] },
  epiphany: { on: [1, 6] },
  assumption: { on: [8, 15] },
  allSaints: { on: [11, 1] },
  christmasEve: { on: [12, 24] },
  christmas: { on: [12, 25], stay: [-1, 2] },
  christmasDay: { on: [12, 25] },
  newYearsEve: { on: [12, 31], stay: [0, 2] },
} as const satisfies Record<string, FeastDay>;
export type Feast = keyof typeof FEASTS;

/** Easter Sunday of a year of the Gregorian calendar (the algorithm "Meeus/Jones/Butcher"). */
function easterOf(year: number): string {
  const [century, ofCentury] = [Math.floor(year / 100), year % 100];
  const golden = year % 19;
  const skipped = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * correction + 114;
  return `${String(year).padStart(4, '0')}-${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`;
}

/** Returns the day of a feast in a year, and the usual stay; the day itself if no stay is usual. */
export function feastIn(
  feast: Feast,
  year: number,
): { readonly day: string; readonly from: string; readonly until: string } {
  const { on, stay = [0, 0] }: FeastDay = FEASTS[feast];
  const day =
    typeof on === 'number'
      ? addDays(easterOf(year), on)
      : `${String(year).padStart(4, '0')}-${String(on[0]).padStart(2, '0')}-${String(on[1]).padStart(2, '0')}`;
  return { day, from: addDays(day, stay[0]), until: addDays(day, stay[1]) };
}
