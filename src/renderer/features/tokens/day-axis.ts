/** The positions of issuances and regenerating slots on an axis of 48 hours around now. Pure. */
import type { QuotaReset } from '../../../shared/model/connection.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import type { Issuance } from '../../../shared/model/token.ts';
import { isSpent, QUOTA_WINDOW_MS, slotRegeneratesAt } from '../../../shared/token/issuance-slots.ts';

/** The time in ms that the axis shows before now, and after it. */
export const REACH_MS = QUOTA_WINDOW_MS;
const TICK_HOURS = 6;
/** The distance, as a share of the axis, below which marks are stacked. */
const STACK_BELOW = 0.026;
/** The maximum number of refused token requests on the axis, the newest ones. They used no slot; the table shows all. */
const MAX_REFUSED_MARKS = 4;

/** An issuance with its number (1 for the oldest), and the instant at which its slot regenerates; null for an issuance without a slot. */
export interface NumberedIssuance {
  readonly issuance: Issuance;
  readonly number: number;
  readonly regeneratesAt: number | null;
}

/** A mark on the axis. `share` is its position from 0 to 1; `level` is its height in a stack, from 0. */
export interface Mark {
  readonly entry: NumberedIssuance;
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
    .map((issuance, index) => ({
      issuance,
      number: index + 1,
      regeneratesAt: slotRegeneratesAt(issuance, api, reset),
    }));
}

/** Returns the position of an instant on the axis around `now`, from 0 to 1. An instant beyond an end is at that end. */
export const positionOf = (at: number, now: number): number =>
  Math.min(1, Math.max(0, (at - (now - REACH_MS)) / (2 * REACH_MS)));

const onAxis = (at: number, now: number): boolean => Math.abs(at - now) <= REACH_MS;

export function marksOf(numbered: readonly NumberedIssuance[], now: number): { issued: Mark[]; regenerating: Mark[] } {
  const refused = numbered.filter(({ issuance }) => !isSpent(issuance)).slice(-MAX_REFUSED_MARKS);
  const drawn = numbered.filter((entry) => isSpent(entry.issuance) || refused.includes(entry));
  return {
    issued: stack(
      drawn.map((entry) => ({ entry, at: entry.issuance.at })).filter(({ at }) => at > now - REACH_MS * 1.01),
      now,
    ),
    regenerating: stack(
      drawn.flatMap((entry) =>
        entry.regeneratesAt !== null && onAxis(entry.regeneratesAt, now) ? [{ entry, at: entry.regeneratesAt }] : [],
      ),
      now,
    ),
  };
}

function stack(positions: { entry: NumberedIssuance; at: number }[], now: number): Mark[] {
  const marks: Mark[] = [];
  for (const { entry, at } of positions.sort((one, other) => one.at - other.at)) {
    const share = positionOf(at, now);
    const near = marks.filter((mark) => Math.abs(mark.share - share) < STACK_BELOW).map((mark) => mark.level);
    let level = 0;
    while (near.includes(level)) level += 1;
    marks.push({ entry, at, share, level });
  }
  return marks;
}

/** Returns ticks at 00:00, 06:00, 12:00 and 18:00 in the reader's time zone. */
export function ticksOf(now: number): Tick[] {
  const tick = new Date(now - REACH_MS);
  tick.setMinutes(0, 0, 0);
  tick.setHours(Math.ceil(tick.getHours() / TICK_HOURS) * TICK_HOURS);
  const ticks: Tick[] = [];
  for (; tick.getTime() <= now + REACH_MS; tick.setHours(tick.getHours() + TICK_HOURS))
    if (tick.getTime() >= now - REACH_MS)
      ticks.push({ at: tick.getTime(), share: positionOf(tick.getTime(), now), midnight: tick.getHours() === 0 });
  return ticks;
}
