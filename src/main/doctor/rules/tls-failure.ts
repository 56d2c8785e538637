/** The encrypted connection failed: the certificate is untrusted, for another name or not valid now, or the protocol differs. */
import { CLOCK_TOLERANCE_MS } from '../facts/facts.ts';
import { decisive, type Finding, known, moderate, type Rule, stated } from '../rule.ts';
import { impossibleDate } from './clock-wrong.ts';
import { gatewayError } from './gateway-error.ts';

export const TLS_FAILURE =
  /CERT_|_CERT|CERTIFICATE|ERR_SSL|ERR_TLS|\bEPROTO\b|SSL(?:Error|_ERROR| routines|: )|SSLCertVerification|curl:(?:35|51|58|60|77)\b|UNABLE_TO_(?:VERIFY|GET)|SELF_SIGNED|self[- ]signed|unable to (?:verify|get local issuer)|wrong version number|handshake fail|tls alert|secure channel/i;

const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /ALTNAME|COMMON_NAME|does not match|doesn't match|hostname mismatch|no alternative certificate subject/i,
    'The certificate is for another name.',
  ],
  [
    /EXPIRED|expired|DATE_INVALID|NOT_YET_VALID|not yet valid/i,
    'The certificate is not valid at the date of this machine.',
  ],
  [
    /SELF_SIGNED|self[- ]signed|AUTHORITY_INVALID|UNABLE_TO|unable to|UNTRUSTED|issuer/i,
    'The certificate is not trusted by this machine.',
  ],
  [
    /WRONG_VERSION|wrong version|VERSION_OR_CIPHER|EPROTO|handshake|alert/i,
    'The two sides did not agree on an encrypted connection.',
  ],
];
const DATES = /EXPIRED|expired|DATE_INVALID|NOT_YET_VALID|not yet valid/i;

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
    const { status, skewMs, failure, surroundings } = facts;
    const ofGateway = gatewayError(status, surroundings.text);
    const networkError = failure.networkError ?? ofGateway;
    if (networkError === null || (status !== null && ofGateway === null)) return null;
    const text = `${networkError.code ?? ''} ${networkError.message}`;
    if (!TLS_FAILURE.test(text)) return null;
    const reason = REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? 'The encryption failed.';
    const early = /not[ _]yet[ _]valid/i.test(text);
    const clocksDiffer = (skewMs !== null && Math.abs(skewMs) > CLOCK_TOLERANCE_MS) || impossibleDate(facts) !== null;
    const findings: Finding[] = [DATES.test(text) && (early || clocksDiffer) ? moderate(reason) : decisive(reason)];
    if (ofGateway !== null)
      findings.push(stated(decisive('A gateway of the sender logs that its own connection failed.')));
    if (networkError.code) findings.push(known(`The client reports ${networkError.code.slice(0, 60)}.`));
    return findings;
  },
};
