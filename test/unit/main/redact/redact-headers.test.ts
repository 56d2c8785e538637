import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
    ...['x-amz-security-token', 'x-amzn-oidc-data', 'x-amzn-oidc-identity', 'cf-access-jwt-assertion', 'x-app-token'],
    ...['cf-connecting-ip', 'x-forwarded-for', 'x-real-ip', 'x-ms-client-principal', 'x-goog-signature', 'x-auth-user'],
    ...[
      'x-fastly-api-key',
      'x-amz-meta-guest',
      'x-origin-secret',
      'x-envoy-external-address-ip',
      'x-page-token-secret',
    ],
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
