/** The clocks and the service accounts of connections: what a host refuses, it refuses to all connections of an account. */
import type { Clock } from '../platform/ports.ts';
import type { ServiceAccount } from '../vault/service-account.ts';

export type AccountOf = (connectionId: string) => ServiceAccount;

export interface AccountClocks {
  readonly clockOf: (connectionId: string) => Clock;
  readonly accountOf: AccountOf;
}
