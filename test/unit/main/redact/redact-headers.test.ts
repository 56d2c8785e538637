import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { words } from '../../../../src/main/redact/name-list.ts';
import { redactHeaders } from '../../../../src/main/redact/redact.ts';

describe('a header that is not known to be harmless', () => {
  it('has its value redacted, whatever it is', () => {
    const name = fc.stringMatching(/^x-[a-z]{4,12}-of-ours$/);
    fc.assert(
      fc.property(name, fc.string({ minLength: 1 }), (header, value) => {
        expect(redactHeaders([[header, value]])).toEqual([[header, '[redacted]']]);
      }),
      { numRuns: 50 },
    );
  });

  it('is told apart from a harmless one', () => {
    expect(redactHeaders([['Content-Type', 'text/plain']])).toEqual([['Content-Type', 'text/plain']]);
  });

  it.each([
    ...['x-envoy-upstream-service-time', 'x-amzn-errortype', 'cf-apo-via', 'x-cache-lookup', 'server-timing', 'via'],
    ...['x-fastly-request-id', 'x-kong-proxy-latency', 'x-vercel-cache', 'x-request-start', 'api-supported-versions'],
    ...['x-error-code', 'x-daily-quota-remaining', 'x-pagination-total', 'grpc-status', 'x-forwarded-proto', 'age'],
  ])('stays when it is one of a gateway or about limits, pages and errors: %s', (name) => {
    expect(redactHeaders([[name, '1.5, for aB3dE5fG7hJ9kL1m+3pQ5']])[0]?.[1]).not.toBe('[redacted]');
  });

  it.each([
    ...words(`
      x-amz-security-token x-amzn-oidc-data x-amzn-oidc-identity cf-access-jwt-assertion x-app-token
      cf-connecting-ip x-forwarded-for x-real-ip x-ms-client-principal x-goog-signature x-auth-user
      x-fastly-api-key x-amz-meta-guest x-origin-secret x-envoy-external-address-ip x-page-token-secret`),
  ])('goes when it names a credential or a person: %s', (name) => {
    expect(redactHeaders([[name, 'some value']])).toEqual([[name, '[redacted]']]);
  });
});

describe('a header that says where a request came from or went', () => {
  it.each([
    ['Referer', 'https://app.example.com/v1/listings?limit=5'],
    ['Proxy-Authenticate', 'Basic realm="office"'],
    ['Client-Id', '0oa5x8fJ2kLmN9pQrS7t'],
    ['X-Client-Id', '0oa5x8fJ2kLmN9pQrS7t'],
    ['X-Original-Path', '/v1/listings'],
    ['X-Original-Uri', '/v1/listings?limit=5'],
    ['X-Rewrite-Url', '/v1/listings'],
    ['X-Forwarded-Prefix', '/api'],
    ['X-Forwarded-Path', '/api/v1'],
    [':path', '/v1/listings'],
  ])('stays: %s', (name, value) => {
    expect(redactHeaders([[name, value]])).toEqual([[name, value]]);
  });

  it('has its secrets redacted', () => {
    const rows = redactHeaders([
      ['Referer', 'https://ada:planted@app.example.com/x?access_token=planted#id_token=planted'],
      ['X-Original-Uri', '/v1/x?api_key=planted'],
      ['Proxy-Authenticate', 'Bearer token="planted"'],
      ['Proxy-Authorization', 'Basic planted'],
    ]);
    expect(JSON.stringify(rows)).not.toContain('planted');
  });
});

describe('a header of a program, a time or a cookie', () => {
  it.each([
    ['X-Date', 'Fri, 27 Nov 2026 15:31:28 GMT'],
    ['X-Valid-Until', '2026-11-27T15:31:28.000Z'],
    ['X-Client-Name', 'acme-sync'],
    ['X-SDK-Version', '3.2.1'],
    ['Sec-Fetch-Mode', 'cors'],
    ['X-Requested-With', 'XMLHttpRequest'],
    ['X-Listing-Id', '65a0f3c2b1d4e5f60718293a'],
    ['X-Forwarded-Host', 'open.example'],
  ])('stays: %s', (name, value) => {
    expect(redactHeaders([[name, value]], { keepGuests: false })).toEqual([[name, value]]);
  });

  it('keeps names and attributes of cookies, and no value', () => {
    const value = 'AWSALB=pl4nted/Aa+9; Expires=Fri, 04 Dec 2026 15:31:28 GMT; Path=/; SameSite=None; Secure';
    expect(redactHeaders([['Set-Cookie', value]])).toEqual([
      ['Set-Cookie', value.replace('pl4nted/Aa+9', '[redacted]')],
    ]);
    expect(redactHeaders([['cookie', 'sid=pl4nted; __cf_bm=pl4nted; pl4nted; a1b2c3d4e5f6=x']])).toEqual([
      ['cookie', 'sid=[redacted]; __cf_bm=[redacted]; [redacted]; [redacted]'],
    ]);
  });

  it('goes when it names a secret, though it looks like a time', () => {
    expect(redactHeaders([['X-Api-Key', '2026-11-27T15:31:28.000Z']])).toEqual([['X-Api-Key', '[redacted]']]);
  });
});
