/**
 * Who waits for leave to send, and who is next: lanes in strict order, within a lane its tasks in turn, within a task first come first
 * served. So that no lane starves, one that was passed by long enough has the next turn. Each operation takes the same time however many wait.
 */
import { Lane } from '../../../shared/model/rates.ts';
import { Chain, type Link } from './chain.ts';

/** Turns that a lane takes in a row while lower ones wait; then one of them has a turn. A tenth is theirs. */
export const TURNS_IN_A_ROW = 9;

/** One who waits. */
export interface Waiter<Guest> extends Link<Waiter<Guest>> {
  readonly guest: Guest;
  readonly line: Line<Guest>;
}

/** The waiters of one task in one lane. */
interface Line<Guest> extends Link<Line<Guest>> {
  readonly task: string;
  readonly lane: LaneLines<Guest>;
  readonly waiters: Chain<Waiter<Guest>>;
}

interface LaneLines<Guest> {
  readonly name: Lane;
  /** The task whose turn is next comes first. */
  readonly turns: Chain<Line<Guest>>;
  readonly byTask: Map<string, Line<Guest>>;
  size: number;
  /** Turns taken in a row while a lower lane waited. */
  inARow: number;
}

export class LaneQueue<Guest> {
  /** The most urgent first. */
  readonly #lanes: readonly LaneLines<Guest>[] = Lane.options.map((name) => ({
    name,
    turns: new Chain(),
    byTask: new Map(),
    size: 0,
    inARow: 0,
  }));
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(lane: Lane): number {
    return this.#lane(lane).size;
  }

  add(lane: Lane, task: string, guest: Guest): Waiter<Guest> {
    const lines = this.#lane(lane);
    let line = lines.byTask.get(task);
    if (!line) {
      line = { task, lane: lines, waiters: new Chain(), before: null, after: null };
      lines.byTask.set(task, line);
      lines.turns.append(line);
    }
    const waiter: Waiter<Guest> = { guest, line, before: null, after: null };
    line.waiters.append(waiter);
    lines.size += 1;
    this.#size += 1;
    return waiter;
  }

  /** Takes one out that waits. */
  leave(waiter: Waiter<Guest>): void {
    const { line } = waiter;
    line.waiters.remove(waiter);
    line.lane.size -= 1;
    this.#size -= 1;
    if (line.waiters.size > 0) return;
    line.lane.turns.remove(line);
    line.lane.byTask.delete(line.task);
  }

  /** Takes out who is next; `null` when nobody waits. */
  take(): Guest | null {
    let waitingBelow = this.#size;
    for (const lane of this.#lanes) {
      waitingBelow -= lane.size;
      const line = lane.turns.first;
      const waiter = line?.waiters.first;
      const yields = waitingBelow > 0 && lane.inARow >= TURNS_IN_A_ROW;
      if (!line || !waiter || yields) {
        lane.inARow = 0;
        continue;
      }
      lane.inARow = waitingBelow > 0 ? lane.inARow + 1 : 0;
      this.leave(waiter);
      if (line.waiters.size > 0) {
        lane.turns.remove(line);
        lane.turns.append(line);
      }
      return waiter.guest;
    }
    return null;
  }

  /** How many go before all of a lane's have gone, they included. */
  upTo(lane: Lane): number {
    const rank = Lane.options.indexOf(lane);
    const count = this.#lanes.slice(0, rank + 1).reduce((sum, { size }) => sum + size, 0);
    const shares = Math.floor(count / TURNS_IN_A_ROW);
    return count + Math.min(this.#size - count, shares);
  }

  #lane(name: Lane): LaneLines<Guest> {
    const lane = this.#lanes.find((it) => it.name === name);
    if (!lane) throw new RangeError(`there is no lane ${name}`);
    return lane;
  }
}
