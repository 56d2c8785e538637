import { describe, expect, it } from 'vitest';
import { PictureCache } from '../../../../src/main/desk/picture-cache.ts';
import type { Fetch } from '../../../../src/main/platform/ports.ts';

const image = (type = 'image/png', bytes = 8) =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });

function bookOver(fetch: Fetch) {
  const book = new PictureCache(() => fetch);
  const idOf = (url: string) => book.reference('c1', url)?.src.replace('/pictures/', '') ?? '';
  return { book, idOf };
}

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
      'https://img.example/html': async () => image('text/html'),
      'https://img.example/big': async () => image('image/png', 10_000_001),
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
    const ids = Array.from({ length: 40 }, (_, index) => idOf(`https://img.example/${index}.png`));
    const pictures = await Promise.all(ids.map((id) => book.load(id)));
    expect(pictures.every((picture) => picture?.type === 'image/png')).toBe(true);
    expect(most).toBe(6);
  });
});
