import { describe, expect, it } from 'vitest';
import { LaneQueue } from '../../../../../src/main/traffic/limits/lane-queue.ts';

const taken = (queue: LaneQueue<string>, count: number) => Array.from({ length: count }, () => queue.take()).join(' ');

describe('LaneQueue', () => {
  it('serves interactive before background before bulk', () => {
    const queue = new LaneQueue<string>();
    queue.add('bulk', '', 'k1');
    queue.add('background', '', 'b1');
    queue.add('interactive', '', 'i1');
    queue.add('interactive', '', 'i2');
    expect(taken(queue, 5)).toBe('i1 i2 b1 k1 ');
  });

  it('takes tasks of a lane in turn, each in its order', () => {
    const queue = new LaneQueue<string>();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add('bulk', name.charAt(0), name);
    expect(taken(queue, 6)).toBe('a1 b1 c1 a2 b2 a3');
  });

  it('gives lower lanes a tenth of the turns', () => {
    const queue = new LaneQueue<string>();
    for (let index = 0; index < 30; index += 1) queue.add('interactive', '', 'i');
    for (let index = 0; index < 10; index += 1) queue.add('bulk', '', 'k');
    expect(taken(queue, 20)).toBe(`${'i '.repeat(9)}k ${'i '.repeat(9)}k`);
  });

  it('does not make one who comes alone wait for turns that others have had', () => {
    const queue = new LaneQueue<string>();
    for (let index = 0; index < 20; index += 1) queue.add('bulk', '', 'k');
    for (let round = 0; round < 20; round += 1) {
      queue.add('interactive', '', 'i');
      expect(taken(queue, 1)).toBe('i');
      if (round % 2 === 0) expect(taken(queue, 1)).toBe('k');
    }
  });

  it('lets anyone leave at once, and tells how many go before the end of a lane', () => {
    const queue = new LaneQueue<string>();
    const waiters = Array.from({ length: 20 }, (_, index) => queue.add('background', 't', `b${index}`));
    queue.add('bulk', '', 'k1');
    queue.add('interactive', '', 'i1');
    expect([queue.upTo('interactive'), queue.upTo('background'), queue.upTo('bulk')]).toEqual([1, 22, 22]);
    for (const [index, waiter] of waiters.entries()) if (index % 2 === 0) queue.leave(waiter);
    expect([queue.size, queue.sizeOf('background')]).toEqual([12, 10]);
    expect(taken(queue, 3)).toBe('i1 b1 b3');
    for (const [index, waiter] of waiters.entries()) if (index % 2 === 1 && index > 3) queue.leave(waiter);
    expect(taken(queue, 2)).toBe('k1 ');
  });

  it('serves a hundred thousand and lets a hundred thousand leave', () => {
    const queue = new LaneQueue<number>();
    const waiters = Array.from({ length: 200_000 }, (_, index) => queue.add('bulk', `${index % 100}`, index));
    for (const waiter of waiters.filter(({ guest }) => guest % 2 === 0)) queue.leave(waiter);
    for (let index = 0; index < 100_000; index += 1) queue.take();
    expect([queue.size, queue.take()]).toEqual([0, null]);
  });
});
