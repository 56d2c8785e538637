import { describe, expect, it } from 'vitest';
import { ServiceClocks, type StoredSkews } from '../../../../../src/main/traffic/clocks/service-clocks.ts';
import { FakeLog } from '../../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../../support/memory-document.ts';

const HOUR = 3_600_000;

function open(document = new MemoryDocument<StoredSkews>(), machine = new ManualClock()) {
  const log = new FakeLog();
  let jumpedMs = 0;
  const book = new ServiceClocks({ machine, monotonic: () => machine.now() - jumpedMs, document, log });
  const moves: string[] = [];
  book.moved.subscribe(({ connectionId }) => moves.push(connectionId));
  const changed: string[] = [];
  book.changed.subscribe((id) => changed.push(id));
  const jump = (ms: number) => {
    jumpedMs += ms;
    machine.jumpTo(machine.now() + ms);
  };
  return { book, document, machine, log, changed, jump, moves };
}

describe('ServiceClocks', () => {
  it('has one clock per connection, each with its own measurements', async () => {
    const { book, machine, changed, moves } = open();
    expect(book.clockOf('a')).toBe(book.clockOf('a'));
    book.clockOf('a').beginRoundTrip()(machine.now() + 2 * HOUR);
    await settle();
    expect(book.clockOf('a').now() - machine.now()).toBeGreaterThan(2 * HOUR - 1_000);
    expect(book.clockOf('b').now()).toBe(machine.now());
    expect([changed, moves]).toEqual([['a'], ['a']]);
  });

  it('keeps the measurements across a restart', async () => {
    const { book, machine, document } = open();
    book.clockOf('a').beginRoundTrip()(machine.now() + 2 * HOUR);
    await book.close();
    await settle();
    const again = open(document, machine).book.clockOf('a');
    expect(again.now()).toBe(book.clockOf('a').now());
    expect(again.fresh).toBe(false);
  });

  it('notices without a read that the machine’s clock was set', async () => {
    const { book, machine, changed, jump } = open();
    book.clockOf('a').now();
    jump(HOUR);
    await machine.advance(31_000);
    expect(changed).toEqual(['a']);
    await book.close();
    expect(machine.pending).toBe(0);
  });

  it('drops the measurement of a removed connection', async () => {
    const { book, machine, document } = open();
    book.clockOf('a').beginRoundTrip()(machine.now() + 2 * HOUR);
    await settle();
    book.remove('a');
    await settle();
    expect(document.read()).toEqual({});
    expect(book.clockOf('a').now()).toBe(machine.now());
  });

  it('stores nothing that a late answer measures for a removed connection', async () => {
    const { book, machine, document, changed } = open();
    const arrived = book.clockOf('a').beginRoundTrip();
    book.remove('a');
    arrived(machine.now() + 2 * HOUR);
    await settle();
    expect([document.read(), changed]).toEqual([{}, []]);
  });

  it('works when its document cannot be read or written', async () => {
    const document = new MemoryDocument<StoredSkews>();
    document.failReads = document.failWrites = true;
    const { book, machine, log } = open(document);
    book.clockOf('a').beginRoundTrip()(machine.now() + 2 * HOUR);
    await settle();
    expect(log.entries).toHaveLength(2);
  });
});
