import { expect, it } from 'vitest';
import { RemovalList } from '../../../../src/main/store/removal-list.ts';
import { RemovedData } from '../../../../src/main/vault/removed-data.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { storesIn } from '../../../support/stores-in.ts';

function open(...listed: string[]) {
  const database = storesIn().inConsole({ what: 'The removed connections' });
  const log = new FakeLog();
  const list = new RemovalList({ database, clock: new ManualClock(), log });
  for (const id of listed) list.add(id);
  const deleted: string[] = [];
  const failing = new Set<string>();
  const deletion = (what: string) => (id: string) => {
    if (failing.has(`${what} ${id}`)) throw new Error('the disk is full');
    deleted.push(`${what} ${id}`);
  };
  const deletions = { guests: deletion('guests'), quotes: async (id: string) => deletion('quotes')(id) };
  return { database, log, list, deleted, failing, removed: new RemovedData({ list, deletions, log }) };
}

it('deletes at the start what was removed, and keeps what the vault still has', async () => {
  const { removed, list, deleted } = open('gone', 'kept');
  await removed.finishEarlier((id) => id === 'kept');
  expect(deleted).toEqual(['guests gone', 'quotes gone']);
  expect(list.ids).toEqual([]);
});

it.each(['guests', 'quotes'])(
  'deletes the rest while the %s cannot be deleted, and tries again at the next start',
  async (what) => {
    const { removed, list, deleted, failing, log } = open('gone');
    failing.add(`${what} gone`);
    await removed.finishEarlier(() => false);
    expect(deleted).toHaveLength(1);
    expect(list.ids).toEqual(['gone']);
    expect(log.text).toContain(what);
    failing.clear();
    await removed.finishEarlier(() => false);
    expect(list.ids).toEqual([]);
  },
);

it('is settled when what it deletes is deleted', async () => {
  const { removed, deleted } = open();
  void removed.delete('gone');
  await removed.settled();
  expect(deleted).toHaveLength(2);
});

it('goes on when the list cannot be written', () => {
  const { database, list, log } = open('c1');
  database.run('PRAGMA query_only = ON');
  list.add('c2');
  expect(list.ids).toEqual(['c1']);
  expect(log.text).toContain('could not be written');
});
