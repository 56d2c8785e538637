/** Checks where a request goes: its host, its path and its method. */
import { ADDRESS_KEYS } from '../../../shared/connection/account.ts';
import type { CheckFinding } from '../../../shared/model/request-check.ts';
import { API_NAMES } from '../../../shared/text/api-names.ts';
import { LOOPBACK } from '../facts/address.ts';
import type { Facts } from '../facts/facts.ts';
import { DOUBLED } from '../rules/wrong-address.ts';
import { quoted } from './check-parameters.ts';
import { type FoundOperation, serviceOf } from './find-operation.ts';
import { findingsOn } from './rule-findings.ts';

const SOURCE = 'service.md §1.3, §1.4';
const TOKEN_PATH = '/oauth2/token';

export function checkAddress(facts: Facts, found: FoundOperation | null): CheckFinding[] {
  return [...host(facts), ...(facts.isToken ? tokenPath(facts) : path(facts, found)), ...method(facts, found)];
}

/** Whether the request's host is an alternative that only some pages of the documentation name. */
export const isOtherHost = ({ address: { host: name }, surroundings: { services } }: Facts): boolean =>
  name !== null && services.some(({ otherHosts = [] }) => otherHosts.includes(name));

/** Whether the request went to the sender's own machine, where a gateway may pass it on to the service. */
export const isOwnMachine = ({ address: { host: name } }: Facts): boolean => LOOPBACK.test(name ?? '');

/** Reports a host that belongs neither to a known service nor to the sender's machine. The rules report a host that only resembles a known one. */
function host(facts: Facts): CheckFinding[] {
  const { address, surroundings } = facts;
  const { services } = surroundings;
  const { host: name, service } = address;
  if (name === null || service !== null || isOwnMachine(facts)) return [];
  const isNamed = isOtherHost(facts);
  const hosts = services.flatMap(({ kind, addresses }) =>
    kind === 'preset' ? Object.values(addresses).flatMap((url) => (url === null ? [] : [new URL(url).host])) : [],
  );
  return [
    unknownHost(
      isNamed
        ? `Some pages name the host ${name}, and others do not.`
        : `The host ${name} is not one that this app knows.`,
      `The documented hosts are ${[...new Set(hosts)].join(' and ')}.`,
    ),
  ];
}

const unknownHost = findingsOn('doubtful', 'wrongEnvironment', SOURCE);
const wrongPath = findingsOn('refused', 'wrongBasePath', SOURCE);
const ofOtherApi = findingsOn('refused', 'wrongEnvironment', SOURCE);
const doubtfulPath = findingsOn('doubtful', 'wrongBasePath', SOURCE);
const wrongMethod = findingsOn('refused', 'wrongParameters', 'service.md §7.1, §8.1');

function path(facts: Facts, found: FoundOperation | null): CheckFinding[] {
  const { address, api } = facts;
  const [, twice] = DOUBLED.exec(address.path) ?? [];
  const doubled = `The path holds “/${twice}” twice: the base address already ends in it.`;
  if (found === null) return twice === undefined ? [] : [wrongPath(doubled, `Write “/${twice}” once.`)];
  const [operation] = found.variants;
  if (found.isRight) return placeholders(found);
  const right = `The address of “${operation.title}” is ${found.address}.`;
  if (operation.api !== api && api !== null && address.service !== null)
    return [ofOtherApi(`“${operation.title}” is not an operation of the ${API_NAMES[api]}.`, right)];
  if (twice !== undefined) return [wrongPath(doubled, right)];
  if (address.path.includes('//')) return [wrongPath('The path holds two slashes in a row.', right)];
  // The specification gives the base address of this API with and without its prefix; the paths of another host are not known.
  const isOpen = address.service === null || (operation.api === 'booking' && !/^\/(?:api|v\d+)\//.test(address.path));
  return [(isOpen ? doubtfulPath : wrongPath)(`The path ${address.path} is not that of “${operation.title}”.`, right)];
}

/** Matches a name in place of an id in a path, as documents and templates write it: `{id}`, `:id`, `<id>`. */
const PLACEHOLDER = /\/(\{[^/]*\}|:\w+|<[^/]*>|%7b[^/]*%7d)(?=\/|$)/i;

function placeholders({ address }: FoundOperation): CheckFinding[] {
  const [, name] = PLACEHOLDER.exec(address.replace(/^https?:\/\/[^/]*/i, '')) ?? [];
  return name === undefined
    ? []
    : [doubtfulPath(`The path has ${quoted(name)} where an id belongs.`, 'Put the id there.')];
}

function tokenPath(facts: Facts): CheckFinding[] {
  const { address, api } = facts;
  const service = serviceOf(facts);
  const base = api === null ? null : (service?.addresses[ADDRESS_KEYS[api].token]?.replace(/\/+$/, '') ?? null);
  const expected = `${base === null ? '' : new URL(base).pathname.replace(/\/$/, '')}${TOKEN_PATH}`;
  if (address.path === '' || address.path === expected.toLowerCase()) return [];
  return [
    wrongPath(
      `The path ${address.path} is not that of the token endpoint.`,
      `Request the token at ${base ?? ''}${TOKEN_PATH}.`,
    ),
  ];
}

function method({ failure, isToken }: Facts, found: FoundOperation | null): CheckFinding[] {
  const sent = failure.method;
  if (isToken || found === null || sent === null || found.methods.includes(sent)) return [];
  return [
    wrongMethod(`“${found.variants[0].title}” does not take ${sent}.`, `Send it with ${found.methods.join(' or ')}.`),
  ];
}
