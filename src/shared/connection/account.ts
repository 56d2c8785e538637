/** The credentials and addresses of an account, and how an application may book. Without schemas, because the window's first file imports it. */
import { AppError } from '../app-error.ts';
import type { AddressKey, BookingOption, Connection, Credential } from '../model/connection.ts';
import type { Api } from '../model/primitives.ts';

/** Returns which of the two booking steps an application with this booking option may send (service.md §2.3). */
export function allowedSteps(option: BookingOption): { request: boolean; instant: boolean } {
  return { request: option !== 'instantBooking', instant: option === 'instantBooking' || option === 'both' };
}

/** The keys of each API's addresses: `base` for its operations, `token` for its token endpoint. */
export const ADDRESS_KEYS: Record<Api, { readonly base: AddressKey; readonly token: AddressKey }> = {
  openApi: { base: 'baseUrl', token: 'authUrl' },
  booking: { base: 'bookingBaseUrl', token: 'bookingAuthUrl' },
};

/** Lists the credentials of an account: the Open API's, then one for each application in order. */
export const credentialsOf = <Of>({
  openApi,
  applications,
}: {
  readonly openApi: Of | null;
  readonly applications: readonly Of[];
}): Of[] => [...(openApi ? [openApi] : []), ...applications];

/** Returns the connection's credential with this id; `undefined` when it has none or the id is null. */
export const credentialOf = (connection: Connection, credentialId: string | null | undefined): Credential | undefined =>
  credentialsOf(connection).find(({ id }) => id === credentialId);

/** Returns the application that a Booking Engine request uses by default: the active one, else the first. */
export const activeApplicationOf = <Of extends { readonly id: string }>({
  applications,
  activeApplicationId,
}: {
  readonly applications: readonly Of[];
  readonly activeApplicationId: string | null;
}): Of | undefined => applications.find(({ id }) => id === activeApplicationId) ?? applications[0];

/** Returns the application `applicationId`; for `null`, what activeApplicationOf returns. Throws AppError `notFound` when there is none. */
export function applicationOf(connection: Connection, applicationId: string | null): Credential {
  const found =
    applicationId === null
      ? activeApplicationOf(connection)
      : connection.applications.find(({ id }) => id === applicationId);
  if (!found) throw new AppError('notFound', { what: 'A Booking Engine application of this connection' });
  return found;
}

/** Returns the credential for requests to an API; for the Booking Engine, what {@link applicationOf} returns. Throws AppError `notFound`. */
export function credentialFor(connection: Connection, api: Api, applicationId: string | null = null): Credential {
  if (api === 'booking') return applicationOf(connection, applicationId);
  if (!connection.openApi) throw new AppError('notFound', { what: 'An Open API client of this connection' });
  return connection.openApi;
}
