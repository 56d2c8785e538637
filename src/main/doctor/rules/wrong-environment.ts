/** The request went to another environment or host than the one in which the credentials were created (service.md §1.3). */
import { API_NAMES } from '../../../shared/text/api-names.ts';
import { LOOPBACK, urlsOf } from '../facts/address.ts';
import type { Facts } from '../facts/facts.ts';
import { failedPartOf } from '../facts/network-errors.ts';
import { SERVICE_PATH_START } from '../facts/standing.ts';
import { acceptedFor, allOf, type Finding, named, type Rule, say, statementIn, tokenEverAccepted } from '../rule.ts';
import { baseOf, isUnder } from './expected-base.ts';
import { noTokenFindings } from './sent-token.ts';

/** Words in host names that tell a test environment from the real one. */
const TEST_ENVIRONMENT = new Set(
  'sandbox staging stage stg dev develop test uat demo qa preprod preview integration'.split(' '),
);

const isTestHost = (host: string): boolean =>
  host.split(/[.\d-]/).some((label) => TEST_ENVIRONMENT.has(label.toLowerCase()));

export const rule: Rule = {
  cause: 'wrongEnvironment',
  title: 'Wrong environment or host',
  source: 'service.md §3.9 (token of another environment), §1.3',
  confirm: {
    text: 'Ask in which environment, and at which token address, the credentials and the token were created.',
    cost: 'customer',
  },
  remedy: ({ api, failure }) =>
    failure.origin === 'journal'
      ? `Compare the ${api ? `${API_NAMES[api]} ` : ''}address and its token address in Connections: both must belong to the environment in which the credentials were created.`
      : 'Send the request and the token request to the addresses of the environment in which the credentials were created. A token of one environment is unknown in another.',
  weigh: (facts) => {
    const { status, failure, isSuccess, answeredBy } = facts;
    // Without an answer, only a name that does not resolve is evidence for a wrong host.
    if (status === null && failure.networkError !== null)
      return failedPartOf(failure.networkError).lost === 'name' ? unresolved(facts) : null;
    if (isSuccess && answeredBy.kind !== 'intermediary') return null;
    if (!(facts.isRefused || status === 404 || status === 400 || isSuccess || status === 301 || status === 302))
      return null;
    const findings = [...hosts(facts), ...token(facts), ...spoken(facts), ...accepted(facts)];
    const carriesToken = !facts.isToken && facts.isRefused ? noTokenFindings(facts) : [];
    return findings.length === 0 ? null : [...carriesToken, ...findings];
  },
};

/**
 * Findings about an undocumented name that does not resolve, perhaps a typing error in the documented one. No host answered, so none refused the
 * credentials.
 */
function unresolved(facts: Facts): Finding[] | null {
  const findings = unknownHost(facts);
  if (!findings?.some(({ bits }) => bits > 0)) return findings;
  const { host } = facts.address;
  const isNear = facts.surroundings.services
    .flatMap(urlsOf)
    .some((url) => host !== null && domainOf(url.host) === domainOf(host));
  return isNear ? findings : [...findings, say.unlikely('No host answered.')];
}

function hosts(facts: Facts): Finding[] {
  const { connection } = facts.surroundings;
  if (connection === null) return unknownHost(facts) ?? [];
  const { api, isToken, address, failure } = facts;
  const isUnderBase = (base: string) => failure.url === null || isUnder(failure.url, base);
  const base = baseOf(connection.addresses, api, isToken);
  const preset = connection.presetAddresses && baseOf(connection.presetAddresses, api, isToken);
  const presetHost = preset ? new URL(preset).host : null;
  const named = `the preset “${connection.presetName}”`;
  return allOf(
    connection.ownSandbox && say.excluded('The app itself sets the addresses of the sandbox.'),
    base !== null && !isUnderBase(base) && say.known('The connection’s address has been changed since this request.'),
    !preset
      ? !connection.ownSandbox &&
          say.known(`The request went to ${address.host ?? ''}; no preset names an address to compare.`)
      : presetHost !== address.host
        ? say.strong(`The request went to ${address.host ?? ''}; ${named} names ${presetHost}.`)
        : say.known(
            isUnderBase(preset)
              ? `Host and base path are those of ${named}.`
              : `The host is that of ${named}, the base path is not.`,
          ),
  );
}

/** Compares a host with those of the known services; null when there is no finding. */
function unknownHost(facts: Facts): Finding[] | null {
  const { host, service } = facts.address;
  const { services } = facts.surroundings;
  if (host === null || services.length === 0) return null;
  if (service !== null) {
    const text = `The host ${host} is one of “${service.name}”.`;
    return [
      statementIn(facts, 'otherEnvironment') || facts.failure.tokenClaims?.issuerHost
        ? say.known(text)
        : say.unlikely(text),
    ];
  }
  const hostsOf = services.flatMap((one) => urlsOf(one).map((url) => ({ name: one.name, host: url.host })));
  if (LOOPBACK.test(host))
    return [
      say.strong(`The host ${host} is the sender’s own machine: a mock or a proxy answered.`),
      say.moderate('The service is not there.'),
    ];
  const near = hostsOf.find((one) => domainOf(one.host) === domainOf(host));
  const named = near ?? hostsOf.find((one) => isSameName(one.host, host));
  if (!named && isServicePath(facts))
    return [
      say.strong(`The path is one of the service, and the host ${host} is not.`),
      isTestHost(host) ? say.moderate('It has the name of a test environment.') : say.weak('Another server answered.'),
    ];
  if (!named) return isTestHost(host) ? [say.weak(`The host ${host} has the name of a test environment.`)] : null;
  const theirs = new Set(hostsOf.filter(({ name }) => name === named.name).map((one) => one.host));
  return [
    say.strong(`The host ${host} is not one of “${named.name}” (${[...theirs].join(', ')}).`),
    near
      ? say.moderate('It belongs to the same domain, so that another site or environment of the same company answers.')
      : say.moderate('It has the same name under another domain.'),
  ];
}

/** Whether an answered request has the path of a documented operation under a documented prefix. */
const isServicePath = ({ address: { path }, endpoint, failure }: Facts): boolean =>
  failure.responseBody !== null &&
  endpoint !== 'other' &&
  endpoint !== 'unknown' &&
  /^\/(?:v1|api)\//.test(path) &&
  SERVICE_PATH_START.test(path);

/** Whether hosts of different domains share a name, as `open-api.guesty.com` does with `api.guesty.dev` and `open-api.example.com`. */
function isSameName(one: string, other: string): boolean {
  const [name] = domainOf(one).split('.');
  return (name !== undefined && name.length >= 5 && other.includes(name)) || one.split('.')[0] === other.split('.')[0];
}

/** The last two labels of a host name; the whole host if it is an IP address or has no dots. */
const domainOf = (host: string): string =>
  /^[\d.:[\]]+$/.test(host) ? host : host.replace(/:\d+$/, '').split('.').slice(-2).join('.');

function token({ surroundings, failure: { tokenClaims }, address: { host } }: Facts): Finding[] {
  const { token: facts } = surroundings;
  const issuer = tokenClaims?.issuerHost ?? null;
  const text = `The token was issued by ${issuer}, and the request went to ${host}.`;
  return allOf(
    facts?.fromSameAddress === false &&
      say.strong('The last token came from another token address than the connection has now.'),
    issuer !== null &&
      host !== null &&
      (isTestHost(issuer) !== isTestHost(host)
        ? [say.strong(text), say.moderate('One of the two is the name of a test environment.')]
        : domainOf(issuer) !== domainOf(host) && say.known(text)),
  );
}

function spoken(facts: Facts): Finding[] {
  const said = statementIn(facts, 'otherEnvironment');
  return said ? named(said, 'the environment') : [];
}

function accepted(facts: Facts): Finding[] {
  const { history, connection, token: tokenFacts } = facts.surroundings;
  const ever = tokenEverAccepted(facts);
  const proof = ever ?? (tokenFacts?.fromSameAddress === false ? null : (history?.baseAccepted ?? null));
  if (!proof) return [];
  const base = connection && baseOf(connection.addresses, facts.api, facts.isToken);
  const moved = base === null || facts.failure.url === null || !isUnder(facts.failure.url, base);
  return ever && moved
    ? [say.known(`The same token was accepted for ${acceptedFor(proof)}.`, proof)]
    : [say.excluded(`The same base address accepted ${acceptedFor(proof)}.`, proof)];
}
