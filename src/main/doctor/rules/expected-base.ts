/** The base addresses that a connection or a preset names for an API. */
import { ADDRESS_KEYS } from '../../../shared/connection/account.ts';
import type { Addresses } from '../../../shared/model/connection.ts';
import type { Api } from '../../../shared/model/primitives.ts';

/** Returns an API's base address, or its token address, without a slash at the end; null when the API or the address is unknown. */
export function baseOf(addresses: Addresses, api: Api | null, isToken: boolean): string | null {
  if (api === null) return null;
  return addresses[ADDRESS_KEYS[api][isToken ? 'token' : 'base']]?.replace(/\/+$/, '') ?? null;
}

/** Whether an address begins with a base address. */
export const isUnder = (url: string, base: string): boolean =>
  url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`);
