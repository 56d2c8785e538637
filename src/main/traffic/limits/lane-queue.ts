/**
 * The queue of a limiter. Lanes are served in strict order, the tasks of a lane in rotation, the requests of a task in the order of arrival. A
 * lane that was served nine times in a row ahead of a lower one yields once, so no lane starves. Every operation takes constant time, aborts
 * included.
 */
import { Lane } from '../../../shared/model/rates.ts';

/** The number of requests that a lane sends in a row while lower lanes wait, before it yields once. So lower lanes get a tenth. */
export const MAX_STREAK = 9;

export interface QueueEntry<Item> extends Link<QueueEntry<Item>> {
  readonly item: Item;
  readonly taskQueue: TaskQueue<Item>;
}

/** The entries of one task in one lane. */
interface TaskQueue<Item> extends Link<TaskQueue<Item>> {
  readonly task: string;
  readonly lane: LaneState<Item>;
  readonly entries: LinkedList<QueueEntry<Item>>;
}

interface LaneState<Item> {
  readonly name: Lane;
  /** The tasks, the next one at the front. */
  readonly rotation: LinkedList<TaskQueue<Item>>;
  readonly byTask: Map<string, TaskQueue<Item>>;
  size: number;
  /** The number of requests sent in a row while a lower lane waited. */
  streak: number;
}

export class LaneQueue<Item> {
  /** The lanes, the most urgent one first. */
  readonly #lanes: readonly LaneState<Item>[] = Lane.options.map((name) => ({
    name,
    rotation: new LinkedList(),
    byTask: new Map(),
    size: 0,
    streak: 0,
  }));
  #size = 0;

  get size(): number {
    return this.#size;
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
    let taskQueue = lane.byTask.get(task);
    if (!taskQueue) {
      taskQueue = { task, lane, entries: new LinkedList(), previous: null, next: null };
      lane.byTask.set(task, taskQueue);
      lane.rotation.append(taskQueue);
    }
    const entry: QueueEntry<Item> = { item, taskQueue, previous: null, next: null };
    taskQueue.entries.append(entry);
    lane.size += 1;
    this.#size += 1;
    return entry;
  }

  /** Removes a queued entry. */
  remove(entry: QueueEntry<Item>): void {
    const { taskQueue } = entry;
    taskQueue.entries.remove(entry);
    taskQueue.lane.size -= 1;
    this.#size -= 1;
    if (taskQueue.entries.size > 0) return;
    taskQueue.lane.rotation.remove(taskQueue);
    taskQueue.lane.byTask.delete(taskQueue.task);
  }

  /** Removes the next item; `null` when the queue is empty. */
  dequeue(): Item | null {
    let queuedBelow = this.#size;
    for (const lane of this.#lanes) {
      queuedBelow -= lane.size;
      const taskQueue = lane.rotation.first;
      const entry = taskQueue?.entries.first;
      const yields = queuedBelow > 0 && lane.streak >= MAX_STREAK;
      if (!taskQueue || !entry || yields) {
        lane.streak = 0;
        continue;
      }
      lane.streak = queuedBelow > 0 ? lane.streak + 1 : 0;
      this.remove(entry);
      if (taskQueue.entries.size > 0) {
        lane.rotation.remove(taskQueue);
        lane.rotation.append(taskQueue);
      }
      return entry.item;
    }
    return null;
  }

  /** How many requests leave until the last one of a lane has left, including those of lower lanes to which it yields. */
  countThrough(lane: Lane): number {
    const rank = Lane.options.indexOf(lane);
    const count = this.#lanes.slice(0, rank + 1).reduce((sum, { size }) => sum + size, 0);
    const yielded = Math.floor(count / MAX_STREAK);
    return count + Math.min(this.#size - count, yielded);
  }

  #lane(name: Lane): LaneState<Item> {
    const lane = this.#lanes.find((it) => it.name === name);
    if (!lane) throw new RangeError(`there is no lane ${name}`);
    return lane;
  }
}

interface Link<Member> {
  previous: Member | null;
  next: Member | null;
}

/** A doubly linked list with the links in its members, so that any member is removed in constant time. */
class LinkedList<Member extends Link<Member>> {
  #first: Member | null = null;
  #last: Member | null = null;
  #size = 0;

  get first(): Member | null {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a member at the end; it must not be in a list. */
  append(member: Member): void {
    member.previous = this.#last;
    member.next = null;
    if (this.#last) this.#last.next = member;
    else this.#first = member;
    this.#last = member;
    this.#size += 1;
  }

  /** Removes a member of this list. */
  remove(member: Member): void {
    if (member.previous) member.previous.next = member.next;
    else this.#first = member.next;
    if (member.next) member.next.previous = member.previous;
    else this.#last = member.previous;
    member.previous = null;
    member.next = null;
    this.#size -= 1;
  }
}

/**
 * Keeps one listener per AbortSignal: the thousands of requests of a bulk task share one signal, and EventTarget removes listeners in linear
 * time.
 */
export class AbortWatch {
  readonly #listeners = new WeakMap<AbortSignal, Set<() => void>>();

  /** Calls `listener` when the signal aborts; the returned function removes it. */
  watch(signal: AbortSignal, listener: () => void): () => void {
    const known = this.#listeners.get(signal);
    const listeners = known ?? new Set();
    listeners.add(listener);
    if (!known) {
      this.#listeners.set(signal, listeners);
      const onAbort = () => {
        this.#listeners.delete(signal);
        for (const one of listeners) one();
      };
      signal.addEventListener('abort', onAbort, { once: true });
    }
    return () => listeners.delete(listener);
  }
}
