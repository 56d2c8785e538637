/**
 * Who waits for leave to send, and who is next: lanes in strict order, within a lane its tasks in turn, within a task first come first
 * served. So that no lane starves, one that was passed by long enough has the next turn. Each operation takes the same time however many wait.
 */
import { Lane } from '../../../shared/model/rates.ts';
import { type Link, LinkedList } from './linked-list.ts';

/** Turns that a lane takes in a row while lower ones wait; then one of them has a turn. A tenth is theirs. */
export const MAX_STREAK = 9;

/** One who waits. */
export interface QueueEntry<Item> extends Link<QueueEntry<Item>> {
  readonly item: Item;
  readonly taskQueue: TaskQueue<Item>;
}

/** The waiters of one task in one lane. */
interface TaskQueue<Item> extends Link<TaskQueue<Item>> {
  readonly task: string;
  readonly lane: LaneState<Item>;
  readonly entries: LinkedList<QueueEntry<Item>>;
}

interface LaneState<Item> {
  readonly name: Lane;
  /** The task whose turn is next comes first. */
  readonly rotation: LinkedList<TaskQueue<Item>>;
  readonly byTask: Map<string, TaskQueue<Item>>;
  size: number;
  /** Turns taken in a row while a lower lane waited. */
  streak: number;
}

export class LaneQueue<Item> {
  /** The most urgent first. */
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

  enqueue(lane: Lane, task: string, item: Item): QueueEntry<Item> {
    const state = this.#lane(lane);
    let taskQueue = state.byTask.get(task);
    if (!taskQueue) {
      taskQueue = { task, lane: state, entries: new LinkedList(), previous: null, next: null };
      state.byTask.set(task, taskQueue);
      state.rotation.append(taskQueue);
    }
    const entry: QueueEntry<Item> = { item, taskQueue, previous: null, next: null };
    taskQueue.entries.append(entry);
    state.size += 1;
    this.#size += 1;
    return entry;
  }

  /** Takes one out that waits. */
  remove(entry: QueueEntry<Item>): void {
    const { taskQueue } = entry;
    taskQueue.entries.remove(entry);
    taskQueue.lane.size -= 1;
    this.#size -= 1;
    if (taskQueue.entries.size > 0) return;
    taskQueue.lane.rotation.remove(taskQueue);
    taskQueue.lane.byTask.delete(taskQueue.task);
  }

  /** Takes out who is next; `null` when nobody waits. */
  dequeue(): Item | null {
    let waitingBelow = this.#size;
    for (const lane of this.#lanes) {
      waitingBelow -= lane.size;
      const taskQueue = lane.rotation.first;
      const entry = taskQueue?.entries.first;
      const yields = waitingBelow > 0 && lane.streak >= MAX_STREAK;
      if (!taskQueue || !entry || yields) {
        lane.streak = 0;
        continue;
      }
      lane.streak = waitingBelow > 0 ? lane.streak + 1 : 0;
      this.remove(entry);
      if (taskQueue.entries.size > 0) {
        lane.rotation.remove(taskQueue);
        lane.rotation.append(taskQueue);
      }
      return entry.item;
    }
    return null;
  }

  /** How many go before all of a lane's have gone, they included. */
  countThrough(lane: Lane): number {
    const rank = Lane.options.indexOf(lane);
    const count = this.#lanes.slice(0, rank + 1).reduce((sum, { size }) => sum + size, 0);
    const shares = Math.floor(count / MAX_STREAK);
    return count + Math.min(this.#size - count, shares);
  }

  #lane(name: Lane): LaneState<Item> {
    const lane = this.#lanes.find((it) => it.name === name);
    if (!lane) throw new RangeError(`there is no lane ${name}`);
    return lane;
  }
}
