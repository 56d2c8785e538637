/** The request went to another environment or host than the one in which the credentials were created (service.md §1.3). */
import { API_NAMES } from '../../../shared/text/api-names.ts';
import { LOOPBACK, urlsOf } from '../facts/address.ts';
import type { Facts } from '../facts/facts.ts';
import { failedPartOf } from '../facts/network-errors.ts';
import { SERVICE_PATH_START } from '../facts/standing.ts';
import { acceptedFor, allOf, type Finding, type Rule, say, statementIn, tokenEverAccepted, told } from '../rule.ts';
import { baseOf, isUnder } from './expected-base.ts';

/** Words in host names that tell a test environment from the real one. */
const TEST_ENVIRONMENT = new Set(
  'sandbox staging stage stg dev develop test uat demo qa preprod preview integration'.split(' '),
);
const isTestHost = (host: string): boolean =>
  host.split(/[.\d-]/).some((label) => TEST_ENVIRONMENT.has(label.toLowerCase()));

export const wrongEnvironment: Rule = {
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
    const { status, failure, isSuccess, isRefused, answeredBy } = facts;
    // Without an answer, only a name that does not resolve is evidence for a wrong host.
    if (status === null && failure.networkError !== null)
      return failedPartOf(failure.networkError).lost === 'name' ? unresolved(facts) : null;
    if (isSuccess && answeredBy.kind !== 'intermediary') return null;
    if (!(isRefused || isSuccess || [404, 400, 301, 302].includes(status ?? 0))) return null;
    return [...hosts(facts), ...token(facts), ...told(facts, 'otherEnvironment'), ...accepted(facts)];
  },
};

/** Findings about a name that does not resolve, perhaps a typing error in the documented one. No host answered, so none refused the credentials. */
function unresolved(facts: Facts): Finding[] {
  const findings = hostOfPaste(facts);
  const domain = domainOf(facts.address.host ?? '');
  const isNear = facts.surroundings.services.flatMap(urlsOf).some(({ host }) => domainOf(host) === domain);
  return findings.some(({ bits }) => bits > 0) && !isNear ? [...findings, say.unlikely('No host answered.')] : findings;
}

function hosts(facts: Facts): Finding[] {
  const { connection } = facts.surroundings;
  if (connection === null) return hostOfPaste(facts);
  const { api, isToken, address, failure } = facts;
  const base = baseOf(connection.addresses, api, isToken);
  const preset = connection.presetAddresses && baseOf(connection.presetAddresses, api, isToken);
  const host = preset ? new URL(preset).host : null;
  const isMoved = base !== null && failure.url !== null && !isUnder(failure.url, base);
  return allOf(
    connection.ownSandbox && say.excluded('The app itself sets the addresses of the sandbox.'),
    isMoved && say.known('The connection’s address has been changed since this request.'),
    host === null
      ? say.known(`The request went to ${address.host ?? ''}; no preset names an address to compare.`)
      : host === address.host
        ? say.known(`The host is that of the preset “${connection.presetName}”.`)
        : say.strong(`The request went to ${address.host ?? ''}; the preset “${connection.presetName}” names ${host}.`),
  );
}

/** Compares the host of a pasted request with those of the known services. */
function hostOfPaste(facts: Facts): Finding[] {
  const { host, service } = facts.address;
  const { services } = facts.surroundings;
  if (host === null || services.length === 0) return [];
  if (service !== null) {
    const mayBeOther = statementIn(facts, 'otherEnvironment') || facts.failure.tokenClaims?.issuerHost;
    return [(mayBeOther ? say.known : say.unlikely)(`The host ${host} is one of “${service.name}”.`)];
  }
  if (LOOPBACK.test(host))
    return [say.clear(`The host ${host} is the sender’s own machine: a mock or a proxy answered, not the service.`)];
  const known = services.flatMap((one) => urlsOf(one).map((url) => ({ name: one.name, host: url.host })));
  const alike =
    known.find((one) => domainOf(one.host) === domainOf(host)) ?? known.find((one) => isSameName(one.host, host));
  if (alike) {
    const theirs = new Set(known.filter(({ name }) => name === alike.name).map((one) => one.host));
    return [say.clear(`The host ${host} resembles those of “${alike.name}” (${[...theirs].join(', ')}), and is none.`)];
  }
  if (isServicePath(facts))
    return [
      (isTestHost(host) ? say.clear : say.strong)(`The path is one of the service, and the host ${host} is not.`),
    ];
  return isTestHost(host) ? [say.weak(`The host ${host} has the name of a test environment.`)] : [];
}

/** Whether the path is that of a documented operation under a documented prefix. */
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
  const issuer = tokenClaims?.issuerHost ?? null;
  return allOf(
    surroundings.token?.fromSameAddress === false &&
      say.strong('The last token came from another token address than the connection has now.'),
    issuer !== null &&
      host !== null &&
      isTestHost(issuer) !== isTestHost(host) &&
      say.clear(`The token was issued by ${issuer}, the request went to ${host}: one is of a test environment.`),
  );
}

function accepted(facts: Facts): Finding[] {
  const { history, connection, token: tokenFacts } = facts.surroundings;
  const ever = tokenEverAccepted(facts);
  const proof = ever ?? (tokenFacts?.fromSameAddress === false ? null : (history?.baseAccepted ?? null));
  if (!proof) return [];
  const base = connection && baseOf(connection.addresses, facts.api, facts.isToken);
  const isMoved = base === null || facts.failure.url === null || !isUnder(facts.failure.url, base);
  return ever && isMoved
    ? [say.known(`The same token was accepted for ${acceptedFor(proof)}.`, proof)]
    : [say.excluded(`The same base address accepted ${acceptedFor(proof)}.`, proof)];
}
