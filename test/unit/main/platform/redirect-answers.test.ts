/** Redirects that Electron's fetch rejects become answers. */
import { describe, expect, it } from 'vitest';
import { RedirectAnswers } from '../../../../src/main/platform/redirect-answers.ts';

const URL_ = 'https://api.example/v1/search?a=b';
const target = { statusCode: 301, redirectURL: 'https://new.example/v1/search?a=b' };

describe('a redirect', () => {
  it('is the answer to the request of its address', async () => {
    const answers = new RedirectAnswers();
    const answer = await answers.answer(`${URL_}#part`, async () => {
      answers.saw({ url: URL_, ...target });
      throw new Error('redirected');
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, target.redirectURL]);
    expect(answer.body).toBeNull();
  });

  it('is no answer to a request of another address, nor to a later one', async () => {
    const answers = new RedirectAnswers();
    answers.saw({ url: URL_, ...target });
    const reset = new Error('reset');
    const fail = async (): Promise<Response> => {
      answers.saw({ url: 'https://api.example/v1/listings', ...target });
      throw reset;
    };
    await expect(answers.answer(URL_, fail)).rejects.toBe(reset);
  });

  it('answers each of several requests of one address, and leaves other answers alone', async () => {
    const answers = new RedirectAnswers();
    const gate = Promise.withResolvers<Response>();
    const both = [1, 2].map(() => answers.answer(URL_, () => gate.promise));
    const other = answers.answer('https://api.example/', async () => new Response('fine'));
    answers.saw({ url: URL_, ...target });
    gate.reject(new Error('redirected'));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([301, 301]);
    expect(await (await other).text()).toBe('fine');
  });
});
