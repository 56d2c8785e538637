import { describe, expect, it } from 'vitest';
import { pooledNetwork } from '../../../../src/main/platform/pooled-network.ts';

/** Sessions that answer when a test says so. */
function sessions() {
  const asked: { session: number; answer: (response: Response) => void; fail: (error: Error) => void }[] = [];
  const fetch = pooledNetwork(
    (session) => ({
      fetch: () =>
        new Promise<Response>((resolve, reject) => void asked.push({ session, answer: resolve, fail: reject })),
    }),
    'Latchkey/test',
  );
  const send = (host = 'a.example') => fetch(new Request(`https://${host}/`));
  return { asked, send, of: () => asked.map(({ session }) => session) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const many = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make);

describe('the network of API requests', () => {
  it('sends at most six requests to one host over one session', async () => {
    const { of, send } = sessions();
    for (const sent of [...many(13, () => send()), send('b.example')]) sent.catch(() => {});
    await settled();
    expect(of()).toEqual([...many(6, () => 0), ...many(6, () => 1), 2, 0]);
  });

  it('uses a connection again when the answer has been read, and not before', async () => {
    const { asked, of, send } = sessions();
    const first = send();
    for (const sent of many(5, () => send())) sent.catch(() => {});
    await settled();
    asked[0]?.answer(new Response('a body', { status: 429, headers: { 'retry-after': '1' } }));
    const response = await first;
    send().catch(() => {});
    await settled();
    expect(of().at(-1)).toBe(1);
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([429, '1', 'a body']);
    await settled();
    send().catch(() => {});
    await settled();
    expect(of().at(-1)).toBe(0);
  });

  it.each<[string, (answered: { answer: (response: Response) => void; fail: (error: Error) => void }) => void]>([
    ['an answer without a body', ({ answer }) => answer(new Response(null, { status: 204 }))],
    ['a failure', ({ fail }) => fail(new Error('net::ERR_CONNECTION_RESET'))],
    [
      'a body that breaks off',
      ({ answer }) => answer(new Response(new ReadableStream({ start: (body) => body.error(new Error('reset')) }))),
    ],
  ])('uses a connection again after %s', async (_, end) => {
    const { asked, of, send } = sessions();
    for (const sent of many(6, () => send())) sent.then((response) => response.text()).catch(() => {});
    await settled();
    if (asked[0]) end(asked[0]);
    await settled();
    send().catch(() => {});
    await settled();
    expect(of()).toEqual(many(7, () => 0));
  });

  it('uses a connection again after a body that nobody wants', async () => {
    const { asked, of, send } = sessions();
    const first = send();
    for (const sent of many(5, () => send())) sent.catch(() => {});
    await settled();
    asked[0]?.answer(new Response('not wanted'));
    await (await first).body?.cancel();
    await settled();
    send().catch(() => {});
    await settled();
    expect(of()).toEqual(many(7, () => 0));
  });
});
