/** Pictures that a real service names go over their own network, raster only. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Fetch } from '../../src/main/platform/ports.ts';
import { png } from '../support/pictures.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const SERVICE = 'https://service.example';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const token = { access_token: 'a-token-of-this-test', token_type: 'Bearer', expires_in: 86_400, scope: 'open-api' };
const listing = (id: string, picture: string) => ({ _id: id, title: id, picture: { thumbnail: picture } });

const seen: { network: string; url: string; headers: string[] }[] = [];
const answering =
  (network: string, answer: (url: string) => Response): Fetch =>
  async ({ url, headers }) => {
    seen.push({ network, url, headers: [...headers.keys()] });
    return answer(url);
  };

const apiFetch = answering('api', (url) => {
  if (url.endsWith('/oauth2/token')) return Response.json(token);
  const results = [listing('a', `${SERVICE}/a.png`), listing('b', `${SERVICE}/b.svg`)];
  return Response.json({ results, count: 2 });
});
const pictureFetch = answering('pictures', (url) =>
  url.endsWith('.svg')
    ? new Response(SVG, { headers: { 'content-type': 'image/svg+xml' } })
    : new Response(new Uint8Array(png({ width: 9, height: 9 })), { headers: { 'content-type': 'image/svg+xml' } }),
);

let folder: string;
let one: TestConsole;
beforeEach(async () => {
  folder = makeTempFolder();
  one = await openTestConsole({ folder, apiFetch, pictureFetch });
});
afterEach(async () => {
  await one.close();
  removeTempFolder(folder);
});

it('fetches the pictures of a real connection over their own network, without a token, and draws no SVG of it', async () => {
  const { connections, listings } = one.latchkey;
  const { id: connectionId } = await outputOf(
    connections.create({
      name: 'Real',
      presetId: 'custom',
      addresses: { baseUrl: SERVICE, authUrl: SERVICE, bookingBaseUrl: '', bookingAuthUrl: '' },
      openApi: { clientId: 'client', clientSecret: 'a-secret-of-this-test' },
      applications: [],
    }),
  );
  await outputOf(listings.load({ connectionId }));
  await eventually(async () => (await outputOf(listings.status({ connectionId }))).phase === 'done');
  const query = { connectionId, search: '', sort: [], columns: [], offset: 0, limit: 10 };
  const { rows } = await outputOf(listings.rows(query));
  const types = rows.map(async ({ id, picture }) => [
    id,
    (await one.console.pictures(picture?.src.replace('/pictures/', '') ?? ''))?.type ?? null,
  ]);
  expect(Object.fromEntries(await Promise.all(types))).toEqual({ a: 'image/png', b: null });
  const pictures = seen.filter(({ url }) => /\.(png|svg)$/.test(url));
  expect(pictures.map(({ network, headers }) => [network, headers])).toEqual([
    ['pictures', ['accept']],
    ['pictures', ['accept']],
  ]);
});
