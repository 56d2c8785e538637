import { describe, expect, it } from 'vitest';
import { ServiceClocks, type StoredSkews } from '../../../../src/main/platform/service-clocks.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

const HOUR = 3_600_000;

function open(
  document = new MemoryDocument<StoredSkews>(),
  machine = new ManualClock(),
  connectionsOf = (id: string): readonly string[] => [id],
) {
  const log = new FakeLog();
  let jumpedMs = 0;
  const book = new ServiceClocks({ machine, monotonic: () => machine.now() - jumpedMs, document, log, connectionsOf });
  const moves: (readonly string[])[] = [];
  book.moved.subscribe(({ connectionIds }) => moves.push(connectionIds));
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
    const { book, machine, changed } = open();
    expect(book.clockOf('a')).toBe(book.clockOf('a'));
    book.clockOf('a').beginRoundTrip()(machine.now() + 2 * HOUR);
    await settle();
    expect(book.clockOf('a').now() - machine.now()).toBeGreaterThan(2 * HOUR - 1_000);
    expect(book.clockOf('b').now()).toBe(machine.now());
    expect(changed).toEqual(['a']);
  });

  it('has one clock for the connections of one account, measured once', async () => {
    const document = new MemoryDocument<StoredSkews>();
    const connectionsOf = () => ['a', 'b'];
    const { book, machine, changed, moves } = open(document, new ManualClock(), connectionsOf);
    expect(book.clockOf('a')).toBe(book.clockOf('b'));
    book.clockOf('b').beginRoundTrip()(machine.now() + 2 * HOUR);
    await settle();
    expect(changed).toEqual(['a', 'b']);
    expect(moves).toEqual([['a', 'b']]);
    expect(document.read()?.a).toEqual(document.read()?.b);
    book.remove('a');
    await settle();
    expect(book.clockOf('b').now() - machine.now()).toBeGreaterThan(2 * HOUR - 1_000);
    const again = open(document, machine, connectionsOf).book;
    expect(again.clockOf('a').now()).toBe(book.clockOf('b').now());
  });

  it('follows a connection into another account, whose clock it takes at once', async () => {
    const accounts = [['a', 'b'], ['c']];
    const of = (id: string) => accounts.find((ids) => ids.includes(id)) ?? [id];
    const { book, machine } = open(new MemoryDocument(), new ManualClock(), of);
    const following = book.followingClockOf('a');
    book.clockOf('b').beginRoundTrip()(machine.now() + 2 * HOUR);
    book.clockOf('c').beginRoundTrip()(machine.now() - 3 * HOUR);
    const [ofAccount, ofC] = [book.clockOf('a'), book.clockOf('c')];
    expect(following.now()).toBe(ofAccount.now());
    // The connection a leaves the account, which b goes on with, and joins that of c.
    accounts.splice(0, 2, ['b'], ['a', 'c']);
    book.accountsChanged(
      new Map([
        ['a', 'b'],
        ['c', 'a'],
      ]),
    );
    expect(book.clockOf('b')).toBe(ofAccount);
    expect(book.clockOf('a')).toBe(ofC);
    expect(following.now()).toBe(ofC.now());
    following.beginRoundTrip()(machine.now() + HOUR);
    expect(book.clockOf('c').now() - machine.now()).toBeGreaterThan(HOUR - 1_000);
    expect(following.movedMs).toBe(ofC.movedMs);
    await settle();
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

  it('works when its document cannot be read or written', async () => {
    const document = new MemoryDocument<StoredSkews>();
    document.failReads = document.failWrites = true;
    const { book, machine, log } = open(document);
    book.clockOf('a').beginRoundTrip()(machine.now() + 2 * HOUR);
    await settle();
    expect(log.entries).toHaveLength(2);
  });
});
