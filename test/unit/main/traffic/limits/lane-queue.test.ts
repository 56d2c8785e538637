import { describe, expect, it } from 'vitest';
import { LaneQueue } from '../../../../../src/main/traffic/limits/lane-queue.ts';

const taken = (queue: LaneQueue<string>, count: number) =>
  Array.from({ length: count }, () => queue.dequeue()).join(' ');

describe('LaneQueue', () => {
  it('serves interactive before background before bulk', () => {
    const queue = new LaneQueue<string>();
    queue.enqueue('bulk', '', 'k1');
    queue.enqueue('background', '', 'b1');
    queue.enqueue('interactive', '', 'i1');
    queue.enqueue('interactive', '', 'i2');
    expect(taken(queue, 5)).toBe('i1 i2 b1 k1 ');
  });

  it('rotates the tasks of a lane, each in its order', () => {
    const queue = new LaneQueue<string>();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.enqueue('bulk', name.charAt(0), name);
    expect(taken(queue, 6)).toBe('a1 b1 c1 a2 b2 a3');
  });

  it('gives lower lanes a tenth', () => {
    const queue = new LaneQueue<string>();
    for (let index = 0; index < 30; index += 1) queue.enqueue('interactive', '', 'i');
    for (let index = 0; index < 10; index += 1) queue.enqueue('bulk', '', 'k');
    expect(taken(queue, 20)).toBe(`${'i '.repeat(9)}k ${'i '.repeat(9)}k`);
  });

  it('does not count a streak against a lane that was alone', () => {
    const queue = new LaneQueue<string>();
    for (let index = 0; index < 20; index += 1) queue.enqueue('bulk', '', 'k');
    for (let round = 0; round < 20; round += 1) {
      queue.enqueue('interactive', '', 'i');
      expect(taken(queue, 1)).toBe('i');
      if (round % 2 === 0) expect(taken(queue, 1)).toBe('k');
    }
  });

  it('removes any entry at once', () => {
    const queue = new LaneQueue<string>();
    const waiters = Array.from({ length: 20 }, (_, index) => queue.enqueue('background', 't', `b${index}`));
    queue.enqueue('bulk', '', 'k1');
    queue.enqueue('interactive', '', 'i1');
    for (const [index, waiter] of waiters.entries()) if (index % 2 === 0) queue.remove(waiter);
    expect([queue.size, queue.sizeOf('background')]).toEqual([12, 10]);
    expect(taken(queue, 3)).toBe('i1 b1 b3');
    for (const [index, waiter] of waiters.entries()) if (index % 2 === 1 && index > 3) queue.remove(waiter);
    expect(taken(queue, 2)).toBe('k1 ');
  });

  it('dequeues a hundred thousand and removes a hundred thousand', () => {
    const queue = new LaneQueue<number>();
    const waiters = Array.from({ length: 200_000 }, (_, index) => queue.enqueue('bulk', `${index % 100}`, index));
    for (const waiter of waiters.filter(({ item: guest }) => guest % 2 === 0)) queue.remove(waiter);
    for (let index = 0; index < 100_000; index += 1) queue.dequeue();
    expect([queue.size, queue.dequeue()]).toEqual([0, null]);
  });
});
