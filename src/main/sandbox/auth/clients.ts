/** The clients of the sandbox's account: one for the Open API, two applications for the Booking Engine. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { BookingOption } from '../../../shared/model/connection.ts';
import type { Api } from '../../../shared/model/primitives.ts';

export interface SandboxClient {
  readonly clientId: string;
  readonly api: Api;
  readonly label: string;
  /** The option of the Booking Engine API instance; `null` for the Open API (service.md §2.3). */
  readonly bookingOption: BookingOption | null;
}

export const CLIENTS: readonly SandboxClient[] = [
  { clientId: 'sandbox-open-api', api: 'openApi', label: 'Open API', bookingOption: null },
  { clientId: 'sandbox-website', api: 'booking', label: 'Website', bookingOption: 'both' },
  { clientId: 'sandbox-partner-portal', api: 'booking', label: 'Partner portal', bookingOption: 'requestToBook' },
];

/** Derives the secret of a client from the seed. It is stable and stored nowhere. */
export function clientSecret(seed: string, clientId: string): string {
  return createHmac('sha256', seed).update(`client secret of ${clientId}`).digest('base64url');
}

/** Finds the client with these credentials; null when they are wrong or belong to the other API. */
export function authenticate(seed: string, api: Api, clientId: string, secret: string): SandboxClient | null {
  const client = CLIENTS.find((one) => one.clientId === clientId && one.api === api) ?? null;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const matches = timingSafeEqual(digest(clientSecret(seed, clientId)), digest(secret));
  return matches ? client : null;
}
