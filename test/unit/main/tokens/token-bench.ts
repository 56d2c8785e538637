/** A token service with its vault and ledger on the ports of tests; it can be restarted as after a crash. */
import { tokenRulesOf } from '../../../../src/main/api/presets.ts';
import { Ledger } from '../../../../src/main/tokens/ledger.ts';
import { TokenClient } from '../../../../src/main/tokens/token-client.ts';
import { Activity, TokenService } from '../../../../src/main/tokens/token-service.ts';
import type { VaultFile } from '../../../../src/main/vault/vault-file.ts';
import type { NewConnection } from '../../../../src/shared/model/connection.ts';
import { TokensSnapshot } from '../../../../src/shared/model/token.ts';
import { FakeCipher } from '../../../support/fake-cipher.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { MemoryLineFile } from '../../../support/memory-line-file.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { newConnection, openVault } from '../vault/open-vault.ts';
import { FakeTokenEndpoint } from './fake-token-endpoint.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The stored data that outlives the process. */
export interface Disk {
  readonly document: MemoryDocument<VaultFile>;
  readonly lines: MemoryLineFile;
}

export async function startTokens(
  disk: Disk,
  clock: ManualClock,
  service: FakeTokenEndpoint,
  cipher = new FakeCipher(),
) {
  const activity = new Activity(() => clock.now());
  starts += 1;
  const opened = await openVault({ document: disk.document, cipher, clock, idPrefix: `start${starts}` });
  const log = new FakeLog();
  const ledger = Ledger.open({ file: disk.lines, log, now: () => clock.now() });
  const tokens = new TokenService({
    vault: opened.vault,
    client: new TokenClient({ wire: () => service.wire }),
    ledger,
    clockOf: () => clock,
    rulesOf: tokenRulesOf,
    random: new SequenceRandom(starts, `issuance${starts}`),
    log,
    activity,
  });
  // A published snapshot that does not fit the contract fails the test that caused it.
  tokens.changed.subscribe((snapshot) => TokensSnapshot.parse(snapshot));
  await tokens.ready();
  return { tokens, activity, ledger, vault: opened.vault, log, cipher };
}
let starts = 0;

/** A token service over one connection with an Open API client and one application. */
export async function bench(input: Partial<NewConnection> = {}) {
  const clock = new ManualClock();
  const service = new FakeTokenEndpoint(clock);
  const disk: Disk = { document: new MemoryDocument<VaultFile>(), lines: new MemoryLineFile() };
  const first = await startTokens(disk, clock, service);
  const connection = await first.vault.create(newConnection(input));
  const published: TokensSnapshot[] = [];
  first.tokens.changed.subscribe((snapshot) => published.push(snapshot));
  return {
    ...first,
    clock,
    service,
    disk,
    published,
    connectionId: connection.id,
    openApi: connection.openApi?.id ?? '',
    app: connection.applications[0]?.id ?? '',
    /** Starts a new token service on the same disk, as after a kill of the old process. */
    async restart() {
      first.tokens.stop();
      return startTokens(disk, clock, service, first.cipher);
    },
  };
}
