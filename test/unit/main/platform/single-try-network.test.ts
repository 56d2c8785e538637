import { describe, expect, it } from 'vitest';
import { networkReason } from '../../../../src/main/http/network-reason.ts';
import { type ClosableSession, singleTryNetwork } from '../../../../src/main/platform/single-try-network.ts';

function sessions(answer: () => Promise<Response>) {
  const steps: string[] = [];
  const make = (index: number): ClosableSession => ({
    async closeAllConnections() {
      steps.push(`close ${index}`);
    },
    async fetch() {
      steps.push(`fetch ${index}`);
      return answer();
    },
  });
  return { steps, fetch: singleTryNetwork(make, 'Latchkey/test') };
}
const request = () => new Request('https://auth.example/oauth2/token', { method: 'POST', body: 'grant_type=x' });

describe('the network of requests that must not be done twice', () => {
  it('closes all connections before each request, and gives each concurrent request its own session', async () => {
    const { steps, fetch } = sessions(async () => new Response('{}'));
    for (const response of await Promise.all([fetch(request()), fetch(request())])) await response.text();
    await (await fetch(request())).text();
    expect(steps.filter((step) => step.startsWith('close'))).toHaveLength(3);
    expect(new Set(steps)).toEqual(new Set(['close 0', 'fetch 0', 'close 1', 'fetch 1']));
    expect(steps.indexOf('close 0')).toBeLessThan(steps.indexOf('fetch 0'));
    expect(steps.indexOf('close 1')).toBeLessThan(steps.indexOf('fetch 1'));
  });

  it('closes no connection over which an answer is still read', async () => {
    const { steps, fetch } = sessions(async () => new Response('{}'));
    const first = await fetch(request());
    await fetch(request());
    expect(steps).toEqual(['close 0', 'fetch 0', 'close 1', 'fetch 1']);
    expect(await first.text()).toBe('{}');
    await new Promise((resolve) => setImmediate(resolve));
    await fetch(request());
    expect(steps.slice(4)).toEqual(['close 0', 'fetch 0']);
  });

  it.each([
    ['net::ERR_NAME_NOT_RESOLVED', false],
    ['net::ERR_INTERNET_DISCONNECTED', false],
    ['net::ERR_CONNECTION_REFUSED', false],
    ['net::ERR_CERT_AUTHORITY_INVALID', false],
    ['net::ERR_PROXY_CONNECTION_FAILED', false],
    ['net::ERR_CONNECTION_RESET', true],
    ['net::ERR_EMPTY_RESPONSE', true],
    ['net::ERR_TIMED_OUT', true],
    ['net::ERR_BLOCKED_BY_CLIENT', true],
    ['something else', true],
  ])('%s: whether anything may have left is %s', async (message, sent) => {
    const { fetch } = sessions(() => Promise.reject(new Error(message)));
    const error = await fetch(request()).catch((thrown: unknown) => thrown);
    expect(networkReason(error).sent).toBe(sent);
  });
});
