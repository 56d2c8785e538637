import { describe, expect, it } from 'vitest';
import { networkReason } from '../../../../src/main/http/network-reason.ts';

const failed = (code: string, more: object = {}) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code, ...more }) });

describe('networkReason', () => {
  it.each([
    ['ENOTFOUND', 'the name does not resolve', false],
    ['ECONNREFUSED', 'the connection was refused', false],
    ['ECONNRESET', 'the connection was closed before the answer came', true],
    ['UND_ERR_CONNECT_TIMEOUT', 'the connection could not be established in time', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not trusted', false],
    ['CERT_HAS_EXPIRED', 'its certificate is not valid at this date', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name', false],
    ['ERR_PROXY_CONNECTION_FAILED', 'the proxy could not be used', false],
    ['ERR_INTERNET_DISCONNECTED', 'this machine is offline', false],
    ['ERR_BLOCKED_BY_CLIENT', 'its answer has a status or a cookie that cannot be read', true],
  ])('%s: %s', (code, reason, sent) => {
    expect(networkReason(failed(code))).toEqual({ reason, sent });
  });

  it('reports nothing as sent after a failed connect', () => {
    expect(networkReason(failed('ETIMEDOUT', { syscall: 'connect' })).sent).toBe(false);
    expect(networkReason(failed('ETIMEDOUT', { syscall: 'read' })).sent).toBe(true);
  });

  it("reads the reason from Chromium's message codes, and assumes that the request may have left", () => {
    expect(networkReason(new Error('net::ERR_NAME_NOT_RESOLVED'))).toEqual({
      reason: 'the name does not resolve, and the request went without a proxy',
      sent: true,
    });
    expect(networkReason(new Error('net::ERR_QUIC_PROTOCOL_ERROR'))).toEqual({
      reason: 'the connection failed: ERR_QUIC_PROTOCOL_ERROR',
      sent: true,
    });
  });

  it.each(["Attempted to redirect, but redirect policy was 'error'", 'unexpected redirect'])(
    'recognises a redirect, which has no code: %s',
    (message) => {
      const reason = 'it answered with a redirect, which is not followed';
      expect(networkReason(new TypeError('fetch failed', { cause: new Error(message) }))).toEqual({
        reason,
        sent: true,
      });
    },
  );

  it('has a reason for any error', () => {
    expect(networkReason(new Error('odd'))).toEqual({ reason: 'the connection failed', sent: true });
    expect(networkReason('odd').sent).toBe(true);
  });
});
