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
