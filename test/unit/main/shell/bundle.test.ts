import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleHandler, bundlePath } from '../../../../src/main/shell/bundle.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder: string;
let get: (path: string, method?: string) => Promise<Response>;

const PICTURES: Record<string, { type: string; data: Uint8Array }> = {
  drawn: { type: 'image/svg+xml; charset=utf-8', data: new TextEncoder().encode('<svg/>') },
  photo: { type: 'image/jpeg', data: new Uint8Array([1, 2, 3]) },
  page: { type: 'text/html', data: new TextEncoder().encode('<script>') },
};

beforeAll(() => {
  folder = makeTempFolder();
  const root = join(folder, 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html>');
  writeFileSync(join(root, 'assets', 'index-1.js'), 'export {}');
  writeFileSync(join(root, 'assets', 'notes.txt'), 'no known type');
  writeFileSync(join(folder, 'outside.json'), '{}');
  const pictures = async (id: string) => {
    if (id === 'broken') throw new Error('no network');
    return PICTURES[id] ?? null;
  };
  const prints = (id: string) => (id === 'offer' ? '<h1>Offer</h1>' : null);
  const handle = bundleHandler({ root, pictures, prints });
  get = (path, method = 'GET') => handle(new Request(`app://bundle${path}`, { method }));
});
afterAll(() => removeTempFolder(folder));

describe('the page', () => {
  it('is served once it and every file that it names were answered, whatever their order', async () => {
    const root = join(folder, 'whole');
    mkdirSync(join(root, 'assets'), { recursive: true });
    const named = '<script src="./assets/a.js"></script><link rel="icon" href="data:,"><link href="./assets/b.css">';
    writeFileSync(join(root, 'index.html'), named);
    for (const file of ['a.js', 'b.css', 'other.js']) writeFileSync(join(root, 'assets', file), '');
    let served = 0;
    const handle = bundleHandler({
      root,
      pictures: async () => null,
      onServed: () => {
        served += 1;
      },
    });
    const load = (path: string) => handle(new Request(`app://bundle/${path}`));
    await load('assets/a.js');
    await load('');
    await load('assets/b.css');
    await load('assets/missing.js');
    expect(served).toBe(0);
    await load('assets/a.js');
    expect(served).toBe(1);
    for (const path of ['', 'assets/a.js', 'assets/b.css', 'assets/other.js']) await load(path);
    expect(served).toBe(1);
  });

  it.each(['/', '', '/index.html', '/listings', '/listings/42', '/?x=1#y'])('is index.html at %j', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, '<!doctype html>']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('carries a policy without inline scripts, eval or network', async () => {
    const { headers } = await get('/');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types default",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-dns-prefetch-control')).toBe('off');
  });

  it('serves files with their types', async () => {
    const answer = await get('/assets/index-1.js');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  });

  it.each([
    '/assets/missing.js',
    '/assets/notes.txt',
    '/../outside.json',
    '/%2e%2e/outside.json',
    '/..%2foutside.json',
  ])('has nothing at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE'])('answers no %s', async (method) => {
    expect((await get('/', method)).status).toBe(405);
  });
});

describe('pictures', () => {
  it('are served with their type and their own policy', async () => {
    const drawn = await get('/pictures/drawn');
    expect(drawn.headers.get('content-type')).toBe('image/svg+xml');
    expect(drawn.headers.get('content-security-policy')).toContain('sandbox');
    expect(await drawn.text()).toBe('<svg/>');
    expect((await get('/pictures/photo')).headers.get('content-type')).toBe('image/jpeg');
  });

  it.each(['/pictures/page', '/pictures/none', '/pictures/broken', '/pictures', '/pictures/photo/more'])(
    'are not at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('bundlePath', () => {
  it.each([
    'https://bundle/x',
    'app://other/x',
    'file:///x',
    'app://bundle/a%00b',
    'app://bundle/C:%5Cx',
    'app://bundle/.env',
    'nonsense',
    'app://bundle/%ff',
  ])('refuses %s', (address) => {
    expect(bundlePath(address)).toBeNull();
  });

  it('never leaves the folder', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('..', '.', '%2e%2e', '%2E.', '..%5c', '%2f..', 'a', ''));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const found = bundlePath(`app://bundle/${pieces.join('/')}`);
        if (found === null) return;
        expect(join('/root', ...found).startsWith('/root')).toBe(true);
        for (const each of found) expect(each).not.toMatch(/^\.|[/\\\0]/);
      }),
    );
  });
});

describe('a page that is printed', () => {
  it('has its styles and data, and neither scripts, network nor the page’s bridge', async () => {
    const answer = await get('/prints/offer');
    expect([answer.status, await answer.text()]).toEqual([200, '<h1>Offer</h1>']);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; sandbox",
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['/prints/other', '/prints', '/prints/offer/more'])('is not at %j', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
