/** The Monday of the week of a day. */
import type { PlainDate } from '../../shared/model/primitives.ts';

const DAY_MS = 86_400_000;

export const mondayOf = (day: PlainDate): PlainDate => mondayOfMidnight(Date.parse(day));

/** The week of an instant on this computer's calendar. */
export function mondayOfInstant(at: number): PlainDate {
  const local = new Date(at);
  return mondayOfMidnight(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()));
}

/** `midnight`: of a day, in UTC. */
const mondayOfMidnight = (midnight: number): PlainDate =>
  new Date(midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
