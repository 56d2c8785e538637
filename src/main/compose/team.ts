/** Builds the teams of connections. */
import { randomUUID } from 'node:crypto';
import type { NewConnection } from '../../shared/model/connection.ts';
import { isHostAllowed } from '../../shared/model/policy.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Administrator } from '../policies/administrator.ts';
import type { Stores } from '../store/stores.ts';
import { openEngine } from '../team/engine.ts';
import { deriveHere, deriveInThread } from '../team/joining/derive-key.ts';
import type { PublicConnection } from '../team/joining/invitation.ts';
import { Memberships } from '../team/membership.ts';
import { TeamLimits } from '../team/team-limits.ts';
import { Teams, type TeamsDeps } from '../team/teams.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import { clientIdKeysOf, connectionWith } from '../vault/client-ids.ts';
import type { DataKey } from '../vault/data-key.ts';
import type { ShownConnections } from '../vault/shown-connections.ts';
import type { Vault } from '../vault/vault.ts';

export interface TeamParts extends Pick<TeamsDeps, 'clockOf' | 'drawn'> {
  readonly kit: PlatformKit;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly connections: Pick<ShownConnections, 'create'>;
  readonly dataKey: DataKey;
  readonly rates: Limiters;
  readonly administrator: Pick<Administrator, 'policies'>;
}

export function teamsOf(parts: TeamParts): Teams {
  const { kit, stores, vault, connections, dataKey, rates, administrator, clockOf, drawn } = parts;
  const { clock, random, log, ask, passphraseWorker } = kit;
  const database = stores.inConsole({ what: 'The teams' });
  const teams = new Teams({
    ...{ vault, rates, clock, clockOf, random, log, ask, drawn },
    open: (options) => openEngine({ ...options, fraction: () => random.fraction() }),
    limits: new TeamLimits({ rates, run: randomUUID() }),
    memberships: new Memberships({ database, key: dataKey, now: () => clock.now() }),
    derive: passphraseWorker ? deriveInThread(passphraseWorker) : deriveHere,
    async mayReach(host) {
      const { allowedHosts } = await administrator.policies();
      return !allowedHosts || isHostAllowed(host, allowedHosts);
    },
    connect: (connection) => connect(connection, vault, connections),
  });
  void teams.start();
  return teams;
}

/**
 * Returns the connection that has the invitation's client IDs, or makes one with random stand-ins for the client secrets. Either gets the
 * invitation's limits and token rules.
 */
async function connect(
  { limits, tokenRules, ...invited }: PublicConnection,
  vault: Vault,
  connections: Pick<ShownConnections, 'create'>,
) {
  const keys = clientIdKeysOf({
    ...{ id: '', name: invited.name, presetId: invited.presetId, createdAt: 0 },
    addresses: {
      baseUrl: invited.addresses.baseUrl || null,
      authUrl: invited.addresses.authUrl || null,
      bookingBaseUrl: invited.addresses.bookingBaseUrl || null,
      bookingAuthUrl: invited.addresses.bookingAuthUrl || null,
    },
    openApi: invited.openApi && { api: 'openApi', ...invited.openApi },
    applications: invited.applications.map(({ clientId }) => ({ api: 'booking' as const, clientId })),
  });
  const known = connectionWith(vault.snapshot().connections, keys, null);
  if (known) return vault.update({ id: known.id, limits, tokenRules });
  // The input has secrets, so these stand in; the person types the real ones.
  const secret = { clientSecret: randomUUID() };
  const input: NewConnection = {
    ...invited,
    openApi: invited.openApi && { ...invited.openApi, ...secret },
    applications: invited.applications.map((application) => ({ ...application, ...secret })),
  };
  const made = await connections.create(input, false);
  return vault.update({ id: made.id, limits, tokenRules });
}
