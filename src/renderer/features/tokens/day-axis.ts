/** The positions of issuances and regenerating slots on a 48 h axis around now. Pure. */
import { isSpent, slotReturnsAt } from '../../../shared/issuance-slots.ts';
import type { QuotaReset } from '../../../shared/model/connection.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import type { Issuance } from '../../../shared/model/token.ts';

const HOUR_MS = 3_600_000;
/** The axis covers this long before and after now. */
export const REACH_MS = 24 * HOUR_MS;
const TICK_HOURS = 6;
/** Marks closer than this share of the axis are stacked. */
const STACK_BELOW = 0.026;
/** Refused requests used no slot; only the last few are drawn, the table has all. */
const REFUSED_SHOWN = 4;

/** An issuance with its number, from 1 for the oldest, and when its slot regenerates (null for none). */
export interface NumberedIssuance {
  readonly issuance: Issuance;
  readonly number: number;
  readonly backAt: number | null;
}

/** A mark: `share` is its position on the axis, 0–1; `level` its height in a stack. */
export interface Mark {
  readonly from: NumberedIssuance;
  readonly at: number;
  readonly share: number;
  readonly level: number;
}

export interface Tick {
  readonly at: number;
  readonly share: number;
  readonly midnight: boolean;
}

export function numberIssuances(issuances: readonly Issuance[], api: Api, reset: QuotaReset): NumberedIssuance[] {
  return [...issuances]
    .sort((one, other) => one.at - other.at)
    .map((issuance, index) => ({ issuance, number: index + 1, backAt: slotReturnsAt(issuance, api, reset) }));
}

/** The position of an instant on the axis around `now`, 0–1; instants outside are clamped. */
export const shareOf = (at: number, now: number): number =>
  Math.min(1, Math.max(0, (at - (now - REACH_MS)) / (2 * REACH_MS)));

const onAxis = (at: number, now: number): boolean => Math.abs(at - now) <= REACH_MS;

/** The marks of issuances and of regenerating slots. */
export function marksOf(numbered: readonly NumberedIssuance[], now: number): { issued: Mark[]; back: Mark[] } {
  const refused = numbered.filter(({ issuance }) => !isSpent(issuance)).slice(-REFUSED_SHOWN);
  const drawn = numbered.filter((from) => isSpent(from.issuance) || refused.includes(from));
  return {
    issued: stack(
      drawn.map((from) => ({ from, at: from.issuance.at })).filter(({ at }) => at > now - REACH_MS * 1.01),
      now,
    ),
    back: stack(
      drawn.flatMap((from) => (from.backAt !== null && onAxis(from.backAt, now) ? [{ from, at: from.backAt }] : [])),
      now,
    ),
  };
}

function stack(places: { from: NumberedIssuance; at: number }[], now: number): Mark[] {
  const marks: Mark[] = [];
  for (const { from, at } of places.sort((one, other) => one.at - other.at)) {
    const share = shareOf(at, now);
    const near = marks.filter((mark) => Math.abs(mark.share - share) < STACK_BELOW).map((mark) => mark.level);
    let level = 0;
    while (near.includes(level)) level += 1;
    marks.push({ from, at, share, level });
  }
  return marks;
}

/** Ticks at 00:00, 06:00, 12:00 and 18:00 in the reader's time zone. */
export function ticksOf(now: number): Tick[] {
  const tick = new Date(now - REACH_MS);
  tick.setMinutes(0, 0, 0);
  tick.setHours(Math.ceil(tick.getHours() / TICK_HOURS) * TICK_HOURS);
  const ticks: Tick[] = [];
  for (; tick.getTime() <= now + REACH_MS; tick.setHours(tick.getHours() + TICK_HOURS))
    if (tick.getTime() >= now - REACH_MS)
      ticks.push({ at: tick.getTime(), share: shareOf(tick.getTime(), now), midnight: tick.getHours() === 0 });
  return ticks;
}
