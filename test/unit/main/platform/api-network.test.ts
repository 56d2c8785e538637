import { describe, expect, it } from 'vitest';
import { apiNetwork } from '../../../../src/main/platform/api-network.ts';

const recording = (answer: () => Promise<Response> = async () => new Response('ok')) => {
  const seen: { url: string; init: RequestInit }[] = [];
  const session = {
    fetch: (url: string, init: RequestInit) => {
      seen.push({ url, init });
      return answer();
    },
  };
  return { seen, send: apiNetwork(session, 'Latchkey/1') };
};

describe('apiNetwork', () => {
  it('sends without cookies, referrer, cache or redirects', async () => {
    const { seen, send } = recording();
    const request = new Request('https://api.example.com/oauth2/token', {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(await (await send(request)).text()).toBe('ok');
    expect(seen).toMatchObject([
      {
        url: 'https://api.example.com/oauth2/token',
        init: {
          method: 'POST',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
          redirect: 'error',
          signal: request.signal,
        },
      },
    ]);
    expect(Object.fromEntries(seen[0]?.init.headers as [string, string][])).toMatchObject({
      accept: 'application/json',
      'user-agent': 'Latchkey/1',
      'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
    });
    expect(new TextDecoder().decode(seen[0]?.init.body as ArrayBuffer)).toBe('grant_type=client_credentials');
  });

  it.each(['http://api.example.com/', 'file:///etc/passwd', 'app://bundle/', 'data:text/plain,x'])(
    'does not ask %s',
    async (url) => {
      const { seen, send } = recording();
      await expect(send(new Request(url))).rejects.toThrow(TypeError);
      expect(seen).toEqual([]);
    },
  );

  it('fails with a TypeError whose cause is the error of the network', async () => {
    const cause = new Error('net::ERR_NAME_NOT_RESOLVED');
    const { send } = recording(() => Promise.reject(cause));
    const failure: unknown = await send(new Request('https://nowhere.example/')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure).toMatchObject({ cause });
  });

  it('rejects with the reason of the abort', async () => {
    const abort = new AbortController();
    const { send } = recording(() => {
      abort.abort(new DOMException('enough', 'AbortError'));
      return Promise.reject(new Error('net::ERR_ABORTED'));
    });
    await expect(send(new Request('https://api.example.com/', { signal: abort.signal }))).rejects.toThrow('enough');
  });
});
