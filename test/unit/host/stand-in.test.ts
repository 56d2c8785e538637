/** The addresses of the stand-in, which Chromium writes as it writes those of a standard scheme with a host and no port. */
import { expect, test } from 'vitest';
import { fromStandIn, headersFromStandIn, isStandIn, policyForStandIn, toStandIn } from '../../host/stand-in.ts';

test.each([
  ['app://bundle', 'app://bundle/'],
  ['app://BUNDLE/Page', 'app://bundle/Page'],
  ['app://user:password@bundle:8443/page', 'app://bundle/page'],
  ['app://bundle/a/../b/%2e%2e/c', 'app://bundle/c'],
  ['app://bundle/a%2fb%5Cc', 'app://bundle/a%2fb%5Cc'],
  ['app://bundle/a\\..\\b', 'app://bundle/b'],
  ['app://bundle/?connection=a%20b&x=/../#/listings?q=1', 'app://bundle/?connection=a%20b&x=/../#/listings?q=1'],
])('%s is %s to the app', (address, written) => {
  // `href` writes what the browser would ask for.
  const asked = new URL(toStandIn(address)).href;
  expect(asked).toMatch(/^https:\/\/bundle\.latchkey\.invalid\//);
  expect(fromStandIn(asked)).toBe(written);
});

test.each([
  'https://elsewhere.example/',
  'https://latchkey.invalid.example/',
  'http://bundle.latchkey.invalid/',
  'about:blank',
  '',
])('leaves %j as it is', (address) => {
  expect([fromStandIn(address), isStandIn(address)]).toEqual([address, false]);
});

test('says nothing of the stand-in in headers, and everything of the scheme in a policy', () => {
  const headers = { origin: 'https://bundle.latchkey.invalid', accept: '*/*' };
  expect(headersFromStandIn(headers)).toEqual({ accept: '*/*' });
  expect(policyForStandIn("default-src 'self' app://bundle app:; img-src data:")).toBe(
    "default-src 'self' https://bundle.latchkey.invalid https://*.latchkey.invalid; img-src data:",
  );
});
