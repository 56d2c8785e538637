/** Errors of connections are found in texts, and what failed is known from their codes and words. */
import { describe, expect, it } from 'vitest';
import { type FailedPart, failedPartOf, networkErrorIn } from '../../../../../src/main/doctor/facts/network-errors.ts';

describe('what failed', () => {
  it.each<[FailedPart, string | null, string]>([
    ['name', null, 'curl: (6) Could not resolve host: open-api.example'],
    ['name', 'net::ERR_NAME_NOT_RESOLVED', ''],
    ['proxy', null, 'CONNECT tunnel failed, response 403; connection reset'],
    ['proxy', null, 'Received HTTP code 407 from proxy'],
    ['tls', 'curl:60', 'SSL certificate problem'],
    ['refused', null, 'Errno::ECONNREFUSED'],
    ['closed', null, 'socket hang up'],
    ['closed', 'ERR_CONNECTION_ABORTED', 'net::ERR_CONNECTION_ABORTED'],
    ['closed', null, 'Connection aborted.'],
    ['timeout', 'UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error'],
    ['offline', 'ERR_INTERNET_DISCONNECTED', ''],
    ['header', 'ERR_INVALID_CHAR', 'Invalid character in header content'],
    ['other', null, 'Failed to fetch'],
  ])('is %s: %s %s', (lost, code, message) => {
    expect(failedPartOf({ code, message }).lost).toBe(lost);
  });

  it('is a clock where a certificate is both expired and not yet valid', () => {
    const message = 'x509: certificate has expired or is not yet valid: current time 2019-01-01 is before 2026-01-01';
    expect(failedPartOf({ code: null, message })).toEqual({ lost: 'tls', code: 'CERT_NOT_YET_VALID' });
  });

  it('is not looked for in a text that has no error of a connection', () => {
    expect(networkErrorIn('The proxy of our office is closed; the certificate is on the wall.')).toBeNull();
    expect(networkErrorIn('a\nError: getaddrinfo ENOTFOUND x')).toEqual({
      ...{ code: 'ENOTFOUND', message: 'Error: getaddrinfo ENOTFOUND x' },
    });
  });
});
