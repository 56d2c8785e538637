/** Opens the ledger and builds the token service. Waits a short time for stored tokens. */
import { join } from 'node:path';
import { tokenRulesOf } from '../api/presets.ts';
import type { Wires } from '../http/recorder.ts';
import type { PlatformKit } from '../platform/kit.ts';
import { START_WAIT_MS, waitAtMost } from '../platform/wait-at-most.ts';
import type { Teams } from '../team/teams.ts';
import { Ledger } from '../tokens/ledger.ts';
import { TokenClient } from '../tokens/token-client.ts';
import { Activity, TokenService } from '../tokens/token-service.ts';
import { clockAccuracy } from '../traffic/clocks/clock-accuracy.ts';
import type { Vault } from '../vault/vault.ts';
import type { clocksOf } from './requests.ts';

export interface TokenParts {
  readonly kit: PlatformKit;
  readonly vault: Vault;
  readonly wires: Wires;
  readonly clocks: ReturnType<typeof clocksOf>;
  readonly teams: Pick<Teams, 'bookOf'>;
}

export async function tokensOf({ kit, vault, wires, clocks, teams }: TokenParts) {
  const { clock, random, log } = kit;
  const { clockOf, skews, monotonic } = clocks;
  const activity = new Activity(monotonic);
  const ledger = Ledger.open({ file: kit.lineFile('issuances'), log, now: () => clock.now() });
  if (ledger.damaged) {
    const movedTo = join(kit.paths.store, 'issuances.jsonl');
    kit.quarantine.report({ document: 'issuances', movedTo, at: ledger.damaged.at });
  }
  const tokens = new TokenService({
    vault,
    client: new TokenClient({ wire: (connectionId) => wires.tokenWireOf(connectionId) }),
    ledger,
    clockOf,
    rulesOf: tokenRulesOf,
    random,
    log,
    clockAccuracy: clockAccuracy(skews, clockOf),
    activity,
    bookOf: (local) => teams.bookOf(local),
  });
  await waitAtMost(clock, START_WAIT_MS, tokens.ready());
  return { tokens, activity };
}
