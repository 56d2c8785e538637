/** The whole console, restarted: the list of the first run is there before the second has loaded it again. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf } from '../support/test-console.ts';

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

const connectionId = 'sandbox';
const query = { connectionId, search: '', sort: [], columns: [], offset: 0, limit: 500 };

it('shows the list of the last run at once, refreshes it in the sandbox, and deletes it when asked', async () => {
  const first = await openTestConsole({ folder });
  await outputOf(first.latchkey.sandbox.apply({ kind: 'setListings', count: 60 }));
  await first.latchkey.listings.load({ connectionId });
  const kept = async (one: typeof first) => (await outputOf(one.latchkey.listings.kept(null))).lists;
  await eventually(async () => (await kept(first)).length === 1);
  const before = await outputOf(first.latchkey.listings.rows(query));
  const { shownAt } = await outputOf(first.latchkey.listings.status({ connectionId }));
  await first.close();

  const second = await openTestConsole({ folder });
  const statusOfSecond = () => outputOf(second.latchkey.listings.status({ connectionId }));
  let status = await statusOfSecond();
  // An answer waits for the first rows, but not for long: on a busy machine a later one has them.
  while (status.phase === 'opening' && status.shown === 0) status = await statusOfSecond();
  expect(status.shownAt).toBe(shownAt);
  expect(status.shown).toBeGreaterThan(0);
  const rows = await outputOf(second.latchkey.listings.rows(query));
  expect(rows.rows.slice(0, 20).map(({ id, title }) => [id, title])).toEqual(
    before.rows.slice(0, 20).map(({ id, title }) => [id, title]),
  );
  await eventually(async () => {
    const now = await statusOfSecond();
    return now.phase === 'done' && now.shownAt !== shownAt;
  });
  expect((await statusOfSecond()).changes).toEqual({
    new: 0,
    gone: 0,
    price: 0,
  });
  await outputOf(second.latchkey.listings.deleteKept({ connectionId }));
  expect(await kept(second)).toEqual([]);
  await second.close();
});
