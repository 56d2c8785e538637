/** Lists the presets that have an address, so that the Doctor recognises their services in a pasted failure. */
import type { Addresses } from '../../shared/model/connection.ts';
import { allPresets } from './presets.ts';

export interface PresetService {
  readonly name: string;
  readonly kind: 'preset';
  readonly addresses: Addresses;
}

export const knownServices = (): PresetService[] =>
  allPresets()
    .map(({ name, addresses }) => ({
      name,
      kind: 'preset' as const,
      addresses: {
        baseUrl: addresses.baseUrl.value,
        authUrl: addresses.authUrl.value,
        bookingBaseUrl: addresses.bookingBaseUrl.value,
        bookingAuthUrl: addresses.bookingAuthUrl.value,
      },
    }))
    .filter(({ addresses }) => Object.values(addresses).some((address) => address !== null));
