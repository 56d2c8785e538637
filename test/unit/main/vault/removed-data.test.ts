import { expect, it } from 'vitest';
import { RemovalList, type RemovalsFile } from '../../../../src/main/vault/removal-list.ts';
import { RemovedData } from '../../../../src/main/vault/removed-data.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

function open(...listed: string[]) {
  const document = new MemoryDocument<RemovalsFile>({ version: 1, connectionIds: listed });
  const log = new FakeLog();
  const list = new RemovalList(document, log);
  const deleted: string[] = [];
  const failing = new Set<string>();
  const deletion = (what: string) => (id: string) => {
    if (failing.has(`${what} ${id}`)) throw new Error('the disk is full');
    deleted.push(`${what} ${id}`);
  };
  const deletions = { guests: deletion('guests'), quotes: async (id: string) => deletion('quotes')(id) };
  return { document, log, list, deleted, failing, removed: new RemovedData({ list, deletions, log }) };
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

it('knows of no removal in a file of an unknown form, and goes on when the list cannot be written', async () => {
  const { document, list, log } = open();
  document.text = JSON.stringify({ version: 2, connectionIds: ['c1'] });
  expect(list.ids).toEqual([]);
  document.failWrites = true;
  await list.add('c2');
  expect(log.text).toContain('could not be written');
});
