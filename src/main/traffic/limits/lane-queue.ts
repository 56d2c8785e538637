/**
 * The queue of a limiter. Lanes are served in strict order, the tasks of a lane in rotation, the requests of a task in the order of arrival. A
 * lane that was served nine times in a row ahead of a lower one yields once, so no lane starves. Every operation takes constant time, aborts
 * included.
 */
import { Lane } from '../../../shared/model/rates.ts';

/** The number of requests that a lane sends before it yields one to the lower lanes, so that these get a tenth of all requests. */
export const MAX_STREAK = 9;

export interface QueueEntry<Item> {
  readonly item: Item;
  readonly lane: LaneState<Item>;
  readonly task: string;
}

/** The entries of one task in one lane. `next` continues behind the entries that it has returned, however many were removed. */
interface TaskQueue<Item> {
  readonly entries: Set<QueueEntry<Item>>;
  readonly next: Iterator<QueueEntry<Item>>;
}

interface LaneState<Item> {
  readonly name: Lane;
  /** The tasks in rotation, the next one first. */
  readonly tasks: Map<string, TaskQueue<Item>>;
  size: number;
  /** The number of requests sent in a row while a lower lane waited. */
  streak: number;
}

export class LaneQueue<Item> {
  /** The lanes, the most urgent one first. */
  readonly #lanes = Lane.options.map((name): LaneState<Item> => ({ name, tasks: new Map(), size: 0, streak: 0 }));

  get size(): number {
    return this.#lanes.reduce((sum, { size }) => sum + size, 0);
  }

  sizeOf(lane: Lane): number {
    return this.#lane(lane).size;
  }

  /** The most urgent lane with entries; `null` when the queue is empty. */
  get urgentLane(): Lane | null {
    return this.#lanes.find(({ size }) => size > 0)?.name ?? null;
  }

  enqueue(laneName: Lane, task: string, item: Item): QueueEntry<Item> {
    const lane = this.#lane(laneName);
    const entry = { item, lane, task };
    const queue = lane.tasks.get(task);
    if (queue) queue.entries.add(entry);
    else {
      const entries = new Set([entry]);
      lane.tasks.set(task, { entries, next: entries.values() });
    }
    lane.size += 1;
    return entry;
  }

  /** Removes a queued entry. */
  remove(entry: QueueEntry<Item>): void {
    const { lane, task } = entry;
    const queue = lane.tasks.get(task);
    if (!queue?.entries.delete(entry)) return;
    lane.size -= 1;
    if (queue.entries.size === 0) lane.tasks.delete(task);
  }

  /** Removes the next item; `null` when the queue is empty. */
  dequeue(): Item | null {
    let queuedBelow = this.size;
    for (const lane of this.#lanes) {
      queuedBelow -= lane.size;
      const [first] = lane.tasks;
      if (!first || (queuedBelow > 0 && lane.streak >= MAX_STREAK)) {
        lane.streak = 0;
        continue;
      }
      lane.streak = queuedBelow > 0 ? lane.streak + 1 : 0;
      const [task, queue] = first;
      const entry: QueueEntry<Item> = queue.next.next().value;
      this.remove(entry);
      if (lane.tasks.delete(task)) lane.tasks.set(task, queue);
      return entry.item;
    }
    return null;
  }

  #lane(name: Lane): LaneState<Item> {
    const lane = this.#lanes.find((it) => it.name === name);
    if (!lane) throw new RangeError(`there is no lane ${name}`);
    return lane;
  }
}
