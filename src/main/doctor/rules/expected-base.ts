/** The base addresses that a connection or a preset names for an API. */
import { ADDRESS_KEYS } from '../../../shared/connection/account.ts';
import type { Addresses } from '../../../shared/model/connection.ts';
import type { Api } from '../../../shared/model/primitives.ts';

/** The base address without a slash at its end; null for an unknown API, or for an API that the connection does not use. */
export function baseOf(addresses: Addresses, api: Api | null, isToken: boolean): string | null {
  if (api === null) return null;
  return addresses[ADDRESS_KEYS[api][isToken ? 'token' : 'base']]?.replace(/\/+$/, '') ?? null;
}

/** Whether an address lies under a base address. */
export const isUnder = (url: string, base: string): boolean =>
  url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`);
