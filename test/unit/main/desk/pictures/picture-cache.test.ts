import { afterEach, describe, expect, it, vi } from 'vitest';
import { PictureCache } from '../../../../../src/main/desk/pictures/picture-cache.ts';
import type { Fetch } from '../../../../../src/main/platform/ports.ts';
import { jpeg, png } from '../../../../support/pictures.ts';

/** Drawing it takes ten times longer with each further level. */
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><filter id="a"><feTurbulence numOctaves="9"/></filter></svg>';

const answer = (data: Uint8Array | string, type: string) =>
  new Response(data as BodyInit, { headers: { 'content-type': type } });
const image = (bytes = 8) =>
  answer(Buffer.concat([png({ width: 640, height: 480 }), Buffer.alloc(bytes)]), 'image/png');

function bookOver(fetch: Fetch, drawsSvg = false) {
  const book = new PictureCache(() => ({ fetch, drawsSvg }));
  const idOf = (url: string) => book.reference('c1', url)?.src.replace('/pictures/', '') ?? '';
  return { book, idOf };
}

afterEach(() => vi.restoreAllMocks());

describe('PictureCache', () => {
  it('gives an https picture a path, and any other address none', () => {
    const { book } = bookOver(async () => image());
    expect(book.reference('c1', 'https://img.example/a.png', 'Kitchen')).toEqual({
      src: expect.stringMatching(/^\/pictures\/[\w-]{24}$/),
      caption: 'Kitchen',
    });
    for (const url of ['http://img.example/a.png', 'file:///etc/passwd', 'data:image/png;base64,AA==', 'nonsense', ''])
      expect(book.reference('c1', url)).toBeNull();
  });

  it('sends no credential and no cookie with a picture', async () => {
    const sent: Request[] = [];
    const { book, idOf } = bookOver(async (request) => {
      sent.push(request);
      return image();
    });
    await book.load(idOf('https://img.example/a.png'));
    expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(['accept']);
    expect(sent[0]?.referrerPolicy).toBe('no-referrer');
  });

  it('knows a picture by its content: the header of a picture from outside counts for nothing', async () => {
    const answers: Record<string, Response> = {
      'https://img.example/a.svg': answer(jpeg({ width: 9, height: 9 }), 'image/svg+xml'),
      'https://img.example/a.html': answer(png({ width: 9, height: 9 }), 'text/html'),
      'https://img.example/svg.png': answer(SVG, 'image/png'),
      'https://img.example/svg.svg': answer(SVG, 'image/svg+xml; charset=utf-8'),
      'https://img.example/bomb.png': answer(png({ width: 50_000, height: 50_000 }), 'image/png'),
    };
    const { book, idOf } = bookOver(async ({ url }) => answers[url] ?? Response.error());
    const types = Object.keys(answers).map(async (url) => (await book.load(idOf(url)))?.type ?? null);
    expect(await Promise.all(types)).toEqual(['image/jpeg', 'image/png', null, null, null]);
  });

  it('draws an SVG of the sandbox', async () => {
    const { book, idOf } = bookOver(async () => answer(SVG, 'image/svg+xml'), true);
    expect(await book.load(idOf('https://127.0.0.1:1/a.svg'))).toMatchObject({ type: 'image/svg+xml' });
  });

  it.each<[string, Fetch]>([
    ['ignores its signal', () => new Promise(() => {})],
    ['never ends the body', async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))],
  ])('gives up a picture in time, although the network %s', async (_, fetch) => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const { book, idOf } = bookOver(fetch);
    const loaded = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) =>
      book.load(idOf(`https://${name}.img.example/1.png`)),
    );
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledTimes(6));
    late.abort();
    expect(await Promise.all(loaded)).toEqual([null, null, null, null, null, null, null]);
  });

  it('gives the place of a picture that hangs to the next of its host after five silent seconds, but not that of a slow one', async () => {
    vi.useFakeTimers();
    try {
      const slow = new TransformStream<Uint8Array, Uint8Array>();
      const writer = slow.writable.getWriter();
      const asked: string[] = [];
      const { book, idOf } = bookOver(async ({ url }) => {
        asked.push(url.slice(-1));
        if (url.endsWith('1')) return new Promise(() => {});
        return url.endsWith('2') ? new Response(slow.readable) : image();
      });
      const [hanging, late, next] = [1, 2, 3].map((name) => book.load(idOf(`https://img.example/${name}`)));
      const bytes = Buffer.concat([png({ width: 640, height: 480 }), Buffer.alloc(8)]);
      await vi.waitFor(() => expect(asked).toEqual(['1', '2']));
      await writer.write(bytes.subarray(0, 4));
      await vi.advanceTimersByTimeAsync(4_000);
      await writer.write(bytes.subarray(4, 20));
      expect(asked).toEqual(['1', '2']);
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await hanging).toBeNull();
      expect(await next).toMatchObject({ type: 'image/png' });
      await writer.write(bytes.subarray(20));
      await writer.close();
      expect(await late).toMatchObject({ type: 'image/png' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('fetches a picture that several rows show once, and then not again', async () => {
    let asked = 0;
    const { book, idOf } = bookOver(async () => {
      asked += 1;
      return image();
    });
    const id = idOf('https://img.example/a.png');
    await Promise.all([book.load(id), book.load(id), book.load(id)]);
    await book.load(id);
    expect(asked).toBe(1);
  });

  it('returns null for a picture that is unknown, refused, not an image, too large or unreachable', async () => {
    const answers: Record<string, () => Promise<Response>> = {
      'https://img.example/404': async () => new Response('no', { status: 404 }),
      'https://img.example/html': async () => answer('<img>', 'text/html'),
      'https://img.example/big': async () => image(10_000_001),
      'https://img.example/down': async () => {
        throw new TypeError('no network');
      },
    };
    const { book, idOf } = bookOver((request) => answers[request.url]?.() ?? Promise.reject(new Error('unexpected')));
    for (const url of Object.keys(answers)) expect(await book.load(idOf(url)), url).toBeNull();
    expect(await book.load('somethingelse')).toBeNull();
  });

  it('never has more than six requests in flight', async () => {
    let running = 0;
    let most = 0;
    const { book, idOf } = bookOver(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return image();
    });
    const ids = Array.from({ length: 40 }, (_, index) => idOf(`https://img-${index % 8}.example/${index}.png`));
    const pictures = await Promise.all(ids.map((id) => book.load(id)));
    expect(pictures.every((picture) => picture?.type === 'image/png')).toBe(true);
    expect(most).toBe(6);
  });

  it('asks a host for two pictures at a time, and another host meanwhile', async () => {
    const open = new Map<string, ((response: Response) => void)[]>();
    let asked = 0;
    const { book, idOf } = bookOver(({ url }) => {
      asked += 1;
      const { host } = new URL(url);
      return new Promise((resolve) => open.set(host, [...(open.get(host) ?? []), resolve]));
    });
    const addresses = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `https://slow.example/${name}.png`);
    const loads = [...addresses, 'https://other.example/1.png'].map((url) => book.load(idOf(url)));
    await vi.waitFor(() => expect(asked).toBe(3));
    expect([open.get('slow.example')?.length, open.get('other.example')?.length]).toEqual([2, 1]);
    for (let left = loads.length; left > 0; ) {
      await vi.waitFor(() => expect([...open.values()].flat()).not.toEqual([]));
      for (const [host, resolves] of open) {
        const [next, ...rest] = resolves;
        expect(resolves.length).toBeLessThanOrEqual(2);
        open.set(host, rest);
        if (next) left -= 1;
        next?.(image());
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await Promise.all(loads)).every((picture) => picture !== null)).toBe(true);
  });
});
