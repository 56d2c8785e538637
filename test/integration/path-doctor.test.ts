/** The path doctor and the test of a connection, over real HTTPS against the sandbox. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const connectionId = 'sandbox';
let folder: string;
let one: TestConsole;
const paths: string[] = [];

const open = () =>
  openTestConsole({
    folder,
    watch: ({ url }) => {
      const { pathname } = new URL(url);
      if (!pathname.endsWith('/oauth2/token')) paths.push(pathname);
    },
  });

beforeEach(async () => {
  folder = makeTempFolder();
  one = await open();
  await outputOf(one.latchkey.sandbox.apply({ kind: 'setSearchVariants', variants: ['listings'] }));
  paths.length = 0;
});
afterEach(async () => {
  await one.close();
  removeTempFolder(folder);
});

const input = { connectionId, applicationId: null, location: 'Lisbon' };
const search = () => outputOf(one.latchkey.availability.search(input));
const operation = async () => {
  const operations = await outputOf(one.latchkey.operations.list({ connectionId }));
  return operations.find(({ operation: { id } }) => id === 'search');
};

it('finds the search that answers, keeps it across a restart, and takes it back', async () => {
  const page = await search();
  expect(page.items.length).toBeGreaterThan(0);
  expect(page.found?.to).toMatch(/^GET https:.*\/listings$/);
  expect(paths).toEqual(['/booking/v1/search', '/booking/listings']);
  expect(await operation()).toMatchObject({ provenance: 'found', variantId: 'listings', found: page.found });
  await one.close();
  one = await open();
  paths.length = 0;
  expect((await search()).found).toBeNull();
  expect(paths).toHaveLength(1);
  expect(await outputOf(one.latchkey.operations.undoFound({ connectionId, operation: 'search' }))).toMatchObject({
    provenance: 'spec',
    variantId: 'v1-search',
    found: null,
  });
  expect((await errorOf(one.latchkey.availability.search(input))).code).toBe('refused');
  expect(paths).toHaveLength(2);
});

it('tests a connection with one token for each API', async () => {
  const { reads } = await outputOf(one.latchkey.operations.test({ connectionId }));
  expect(reads.map(({ operation: id, state }) => [id, state])).toEqual([
    ['listListings', 'answered'],
    ['search', 'answered'],
    ['calendar', 'answered'],
  ]);
  expect(reads[1]?.found).not.toBeNull();
  expect(paths).toHaveLength(4);
  const { tokens } = await outputOf(one.latchkey.tokens.status({ connectionId }));
  expect(tokens.map(({ generation }) => generation)).toEqual([1, 1, 0]);
});
