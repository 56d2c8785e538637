/** The encrypted connection failed: the certificate is untrusted, for another name or not valid now, or the protocol differs. */
import { CLOCK_TOLERANCE_MS } from '../facts/facts.ts';
import { failedPartOf } from '../facts/network-errors.ts';
import { allOf, type Rule, say } from '../rule.ts';
import { impossibleDate } from './clock-wrong.ts';

const REASONS: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
  CERT_HAS_EXPIRED: 'The certificate is not valid at the date of this machine.',
  CERT_NOT_YET_VALID: 'The certificate is not valid at the date of this machine.',
  EPROTO: 'The two sides did not agree on an encrypted connection.',
};
const UNTRUSTED = 'The certificate is not trusted by this machine.';

export const rule: Rule = {
  cause: 'tlsFailure',
  title: 'The encrypted connection failed',
  source: 'service.md §1.2 (all requests use HTTPS), §9.3 (custom certificate authority behind a proxy)',
  confirm: {
    text: 'Look at the certificate that this machine is shown for the host, and at its issuer.',
    cost: 'request',
  },
  remedy: () =>
    'If a company proxy opens encrypted connections, add its certificate authority to the client; else check the host’s name and the machine’s clock. Do not switch verification off: the token would be readable on the way.',
  weigh: (facts) => {
    const { status, skewMs, failure } = facts;
    const { networkError } = failure;
    if (networkError === null || status !== null) return null;
    const { lost, code } = failedPartOf(networkError);
    if (lost !== 'tls') return null;
    const reason = REASONS[code ?? ''] ?? UNTRUSTED;
    const clocksDiffer = (skewMs !== null && Math.abs(skewMs) > CLOCK_TOLERANCE_MS) || impossibleDate(facts) !== null;
    const mayBeClock = code === 'CERT_NOT_YET_VALID' || (code === 'CERT_HAS_EXPIRED' && clocksDiffer);
    return allOf(
      (mayBeClock ? say.moderate : say.decisive)(reason),
      networkError.code !== null && say.known(`The client reports ${networkError.code.slice(0, 60)}.`),
    );
  },
};
