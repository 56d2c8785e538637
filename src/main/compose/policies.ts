/** Reads the administrator's policies, and applies those about the network and about how long data is kept. */
import { DAY_MS } from '../../shared/time/units.ts';
import type { Preferences } from '../app/preferences.ts';
import type { GuestStore } from '../guests/guest-store.ts';
import type { GuestsAndOffers } from '../offers/guests-and-offers.ts';
import type { PlatformKit } from '../platform/kit.ts';
import { Administrator } from '../policies/administrator.ts';
import { allowedNetwork } from '../policies/allowed-network.ts';
import { readPolicies } from '../policies/read-policies.ts';
import type { ShownConnections } from '../vault/shown-connections.ts';

/** Returns the reader of the policies, and a platform whose networks reach only the hosts that the policies allow. */
export function administratorOf(kit: PlatformKit): { administrator: Administrator; kit: PlatformKit } {
  const administrator = new Administrator({
    read: async () => readPolicies(kit.paths.policies, await kit.systemPolicies?.()),
    log: kit.log,
  });
  const policies = () => administrator.policies();
  const networks = {
    apiFetch: allowedNetwork(kit.apiFetch, policies),
    tokenFetch: allowedNetwork(kit.tokenFetch, policies),
    pictureFetch: allowedNetwork(kit.pictureFetch, policies),
  };
  return { administrator, kit: { ...kit, ...networks } };
}

export interface PolicyParts {
  readonly kit: Pick<PlatformKit, 'clock' | 'log'>;
  readonly administrator: Administrator;
  readonly preferences: Pick<Preferences, 'limit'>;
  readonly connections: Pick<ShownConnections, 'snapshot'>;
  readonly guests: Pick<GuestStore, 'unusedSince'>;
  readonly guestsAndOffers: Pick<GuestsAndOffers, 'remove'>;
  /** Resolves when a window shows its first page. The policies are read only then, so that they do not delay the page. */
  readonly drawn: Promise<void>;
}

/** The largest number of guests of a connection that are deleted at once; the next ones are deleted a day later. */
const MAX_DELETED = 1_000;

/**
 * Limits the preferences to what the policies allow, and deletes guest records that are too old, now and once a day. The returned function ends this.
 */
export function followPolicies(parts: PolicyParts): () => void {
  const { kit, administrator, preferences, drawn } = parts;
  let stop = (): void => {};
  let isStopped = false;
  const read = drawn.then(() => administrator.policies());
  void read.then((policies) => {
    preferences.limit(policies);
    const { guestDays } = policies;
    if (guestDays === undefined) return;
    const sweep = async (): Promise<void> => {
      if (isStopped) return;
      stop = kit.clock.after(DAY_MS, () => void sweep());
      await deleteOldGuests(guestDays, parts).catch((error: unknown) =>
        kit.log.warn('old guests were not deleted', { error: String(error) }),
      );
    };
    return sweep();
  });
  return () => {
    isStopped = true;
    stop();
  };
}

async function deleteOldGuests(
  days: number,
  { kit, connections, guests, guestsAndOffers }: PolicyParts,
): Promise<void> {
  const since = kit.clock.now() - days * DAY_MS;
  for (const { id } of connections.snapshot().connections) {
    const old = guests.unusedSince(id, since).slice(0, MAX_DELETED);
    if (old.length === 0) continue;
    await guestsAndOffers.remove(id, old, false).catch(async () => {
      // One guest who cannot be read, or who is gone, keeps no other.
      for (const guest of old)
        await guestsAndOffers
          .remove(id, [guest], false)
          .catch((error: unknown) => kit.log.warn('an old guest was not deleted', { guest, error: String(error) }));
    });
  }
}
