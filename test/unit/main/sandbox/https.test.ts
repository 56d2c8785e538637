/** The sandbox takes HTTPS only (service.md §1.2). */
import { expect, it } from 'vitest';
import { makeRig } from './rig.ts';

it('leads a request over http to the same address over https, and does not look at its token', async () => {
  const { sandbox } = await makeRig();
  const request = new Request('http://127.0.0.1:4443/open-api/v1/listings?limit=1', { redirect: 'manual' });
  const answer = await sandbox.fetch(request);
  expect(answer.status).toBe(301);
  expect(answer.headers.get('location')).toBe('https://127.0.0.1:4443/open-api/v1/listings?limit=1');
});
