/** The longest turn of main while the board reads 20,000 quotes from their file for the first time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QuoteBoard } from '../../../src/main/desk/quote-board.ts';
import { QuoteStore } from '../../../src/main/desk/quote-store.ts';
import { machineClock } from '../../../src/main/platform/clock.ts';
import { FakeLog } from '../../support/fake-log.ts';
import { memoryDeletions } from '../../support/memory-deletions.ts';
import { storesIn } from '../../support/stores-in.ts';
import { longestTurnOf } from './longest-turn.ts';
import { writeManyQuotes } from './many-quotes.ts';

const QUOTES = 20_000;

export async function longestTurnOfQuotes(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-quotes-'));
  writeManyQuotes(folder, 'c1', QUOTES);
  const deps = { clock: machineClock, log: new FakeLog() };
  const database = storesIn(folder, deps).inConsole({ what: 'The quotes', durable: true });
  const store = new QuoteStore({
    ...deps,
    database,
    deletions: memoryDeletions(machineClock),
  });
  const names = new Map<string, string>();
  const board = new QuoteBoard({
    store,
    pictures: { reference: () => ({ src: '', caption: null }) },
    guestNames: async () => names,
    clockOf: () => machineClock,
  });
  const sort = { by: 'createdAt', descending: true } as const;
  const filter = { connectionId: 'c1', search: '', view: 'quotes', states: [], sort, group: 'none' } as const;
  try {
    return await longestTurnOf(async () => {
      const { total } = await board.rows({ ...filter, states: [], today: '2027-01-01', offset: 0, limit: 100 });
      if (total !== QUOTES) throw new Error(`${total} quotes were read`);
    });
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
