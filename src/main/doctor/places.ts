/** The four addresses of a connection or preset, and which of them a request is made under. */
import type { Addresses } from '../../shared/model/connection.ts';
import type { Preset } from '../../shared/model/operation.ts';
import type { Api } from '../../shared/model/primitives.ts';

/** The base of a request, without a trailing slash; `null` where the connection does not use that API. */
export function expectedBase(addresses: Addresses, about: { api: Api; operation: string }): string | null {
  const isToken = about.operation === 'token';
  const address =
    about.api === 'openApi'
      ? isToken
        ? addresses.authUrl
        : addresses.baseUrl
      : isToken
        ? addresses.bookingAuthUrl
        : addresses.bookingBaseUrl;
  return address === null ? null : address.replace(/\/+$/, '');
}

/** The addresses a preset names; `null` where it leaves them to the person. */
export const addressesOf = ({ addresses }: Pick<Preset, 'addresses'>): Addresses => ({
  baseUrl: addresses.baseUrl.value,
  authUrl: addresses.authUrl.value,
  bookingBaseUrl: addresses.bookingBaseUrl.value,
  bookingAuthUrl: addresses.bookingAuthUrl.value,
});
