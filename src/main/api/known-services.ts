/** Lists the presets that have an address, so that the Doctor recognises their services and operations in a pasted failure. */
import type { Addresses } from '../../shared/model/connection.ts';
import { type KnownOperation, knownOperations } from '../../shared/request/known-operation.ts';
import { allPresets } from './presets.ts';

export interface PresetService {
  readonly name: string;
  readonly kind: 'preset';
  readonly addresses: Addresses;
  readonly operations: readonly KnownOperation[];
  /** Further hosts of the service, which some pages of its documentation name. */
  readonly otherHosts: readonly string[];
}

export const knownServices = (): PresetService[] =>
  allPresets()
    .map(({ name, addresses, operations }) => ({
      name,
      kind: 'preset' as const,
      addresses: {
        baseUrl: addresses.baseUrl.value,
        authUrl: addresses.authUrl.value,
        bookingBaseUrl: addresses.bookingBaseUrl.value,
        bookingAuthUrl: addresses.bookingAuthUrl.value,
      },
      operations: knownOperations(operations),
      otherHosts: Object.values(addresses).flatMap(({ remark }) => hostsIn(remark)),
    }))
    .filter(({ addresses }) => Object.values(addresses).some((address) => address !== null));

const hostsIn = (remark: string): string[] =>
  [...remark.matchAll(/https:\/\/([\w.-]*\w)/g)].flatMap(([, host]) => (host === undefined ? [] : [host]));
