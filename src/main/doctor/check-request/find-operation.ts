/** Finds the operation of a request by its path, even with a wrong base path or host. */
import { ADDRESS_KEYS } from '../../../shared/connection/account.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import type { KnownOperation } from '../../../shared/request/known-operation.ts';
import type { Facts } from '../facts/facts.ts';
import type { KnownService } from '../failure.ts';

/**
 * The operation that a request calls. `variants`: its known forms with this path, and this method if the path takes it. `address`: the documented
 * address; `isRight`: whether the request went there. `methods`: the methods that the path takes.
 */
export interface FoundOperation {
  readonly variants: readonly [KnownOperation, ...KnownOperation[]];
  readonly address: string;
  readonly isRight: boolean;
  readonly methods: readonly string[];
}

interface Place {
  readonly operation: KnownOperation;
  readonly base: string | null;
}

/** Returns the service to compare a request with: the service of its host, else the first known one; null when no service has operations. */
export function serviceOf({ address: { service }, surroundings: { services } }: Facts): KnownService | null {
  const first = services.find(({ operations = [] }) => operations.length > 0) ?? null;
  return service && first ? { ...service, operations: service.operations ?? first.operations ?? [] } : first;
}

export function findOperation(facts: Facts): FoundOperation | null {
  const service = serviceOf(facts);
  const { host, path } = facts.address;
  if (service === null || host === null || facts.failure.url === null) return null;
  const own = (service.operations ?? []).map(
    (operation): Place => ({
      operation,
      base: service.addresses[ADDRESS_KEYS[operation.api].base]?.replace(/\/+$/, '') ?? null,
    }),
  );
  const sent = pathOf(facts.failure.url);
  const ofApi = (api: Api | null) => own.filter(({ operation }) => api === null || operation.api === api);
  const exact = ofApi(facts.api).filter((place) => idsIn(pathOf(addressOf(place, host)), sent) !== null);
  if (exact.length > 0) return found(facts, exact, sent, true);
  const isBare = ({ operation }: Place) => idsIn(withoutPrefix(operation.path), withoutPrefix(path)) !== null;
  const here = ofApi(facts.api).filter(isBare);
  const places = here.length > 0 ? here : own.filter(isBare);
  return places.length > 0 ? found(facts, places, withoutPrefix(sent), false) : null;
}

function found({ failure }: Facts, places: readonly Place[], sent: string, isRight: boolean): FoundOperation | null {
  const byMethod = places.filter(({ operation }) => operation.method === (failure.method ?? 'GET'));
  const [first, ...others] = byMethod.length > 0 ? byMethod : places;
  if (first === undefined) return null;
  const { operation, base } = first;
  const ids =
    idsIn(isRight ? pathOf(`${base ?? 'https://host'}${operation.path}`) : withoutPrefix(operation.path), sent) ?? [];
  const path = ids.reduce((rest, id) => rest.replace(/\{\w+\}/, id), operation.path);
  return {
    variants: [operation, ...others.filter((one) => one.operation.path === operation.path).map((one) => one.operation)],
    address: `${base ?? ''}${path}`,
    isRight,
    methods: [...new Set(places.map((one) => one.operation.method))],
  };
}

const addressOf = ({ operation, base }: Place, host: string): string => `${base ?? `https://${host}`}${operation.path}`;

/** The path of an address, as it is written. */
const pathOf = (url: string): string =>
  /^(?:[a-z][a-z+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1]?.replace(/\/$/, '') ?? '';

/** A path without the versions and the prefix `/api` at its beginning, and without empty parts. */
const withoutPrefix = (path: string): string =>
  path
    .replace(/\/+/g, '/')
    .replace(/^(?:\/(?:api|v\d+))+(?=\/|$)/i, '')
    .replace(/\/$/, '');

/** The ids that a path has where a template has `{name}`; null when the path does not fit the template. */
function idsIn(template: string, path: string): string[] | null {
  const [parts, given] = [template, path].map((one) => one.split('/')) as [string[], string[]];
  if (parts.length !== given.length) return null;
  const ids: string[] = [];
  for (const [index, part] of parts.entries()) {
    const one = given[index] ?? '';
    if (/^\{\w+\}$/.test(part)) {
      if (one === '') return null;
      ids.push(one);
    } else if (part.toLowerCase() !== one.toLowerCase()) return null;
  }
  return ids;
}
