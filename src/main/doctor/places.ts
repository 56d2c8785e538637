/** Which of a connection's four addresses a request is made under. */
import type { Addresses } from '../../shared/model/connection.ts';
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
