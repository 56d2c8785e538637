/** The token service against the embedded sandbox, on the sandbox's clock and without a socket. */
import { beforeEach, describe, expect, it } from 'vitest';
import { tokenRulesOf } from '../../src/main/api/presets.ts';
import { Recorder } from '../../src/main/http/recorder.ts';
import { AdjustableClock } from '../../src/main/sandbox/adjustable-clock.ts';
import { createSandbox, type Sandbox } from '../../src/main/sandbox/sandbox.ts';
import { Ledger } from '../../src/main/tokens/ledger.ts';
import { TokenClient } from '../../src/main/tokens/token-client.ts';
import { TokenService } from '../../src/main/tokens/token-service.ts';
import { SANDBOX_ID } from '../../src/main/vault/sandbox-connection.ts';
import { SecretCipher } from '../../src/main/vault/secret-cipher.ts';
import { Vault } from '../../src/main/vault/vault.ts';
import type { VaultFile } from '../../src/main/vault/vault-file.ts';
import { FakeCipher } from '../support/fake-cipher.ts';
import { FakeLog } from '../support/fake-log.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { MemoryDocument } from '../support/memory-document.ts';
import { MemoryJournal } from '../support/memory-journal.ts';
import { MemoryLineFile } from '../support/memory-line-file.ts';
import { PICTURES_FOLDER } from '../support/resources.ts';
import { SequenceRandom } from '../support/sequence-random.ts';

const HOUR = 3_600_000;
const OPEN = 'sandbox-open-api';
const APP = 'sandbox-application-1';

let sandbox: Sandbox;
let tokens: TokenService;
let machine: ManualClock;

beforeEach(async () => {
  machine = new ManualClock();
  const clock = new AdjustableClock(machine);
  const [log, random] = [new FakeLog(), new SequenceRandom(5)];
  sandbox = await createSandbox({
    clock,
    random,
    document: new MemoryDocument(),
    log,
    picturesFolder: PICTURES_FOLDER,
  });
  const vault = await Vault.open({
    document: new MemoryDocument<VaultFile>(),
    secretCipher: new SecretCipher({ cipher: new FakeCipher(), log, storeUnprotected: () => false }),
    ask: async () => false,
    clock: machine,
    random,
    log,
  });
  await vault.ensureSandbox({ origin: 'https://127.0.0.1:4443', ...sandbox.credentials() });
  const journal = new MemoryJournal();
  const { wire } = new Recorder({ fetch: (request) => sandbox.fetch(request), clock, journal, random });
  tokens = new TokenService({
    vault,
    client: new TokenClient({ wire: () => wire }),
    ledger: Ledger.open({ file: new MemoryLineFile(), log, now: () => 0 }),
    clockOf: () => clock,
    rulesOf: tokenRulesOf,
    random,
    log,
  });
});

async function list(): Promise<number> {
  const { authorization } = await tokens.bearer(OPEN);
  const headers = { accept: 'application/json', authorization: authorization.reveal() };
  return (await sandbox.fetch(new Request('https://127.0.0.1:4443/open-api/v1/listings', { headers }))).status;
}

describe('the sandbox’s token endpoints', () => {
  it('issue what they count, and their headers agree with the ledger', async () => {
    expect(await list()).toBe(200);
    expect(tokens.status(OPEN)).toMatchObject({
      state: 'valid',
      scope: 'open-api',
      server: { limit: 5, remaining: 4 },
      quota: { remaining: 4, limit: 5 },
    });
    for (let turn = 0; turn < 4; turn += 1) await tokens.renew(OPEN, true);
    await expect(tokens.renew(OPEN, true)).rejects.toMatchObject({ data: { code: 'quotaExhausted' } });
    const ours = sandbox.state().applications.find((it) => it.api === 'openApi');
    expect(ours?.issuedInWindow).toBe(5);
  });

  it('allow three renewals of an application, and not one is asked for in vain', async () => {
    await tokens.bearer(APP);
    for (let turn = 0; turn < 3; turn += 1) await tokens.renew(APP, true);
    await expect(tokens.renew(APP, true)).rejects.toMatchObject({ data: { code: 'quotaExhausted' } });
    expect(sandbox.state().answered429).toBe(0);
    expect(tokens.status(APP).issuances.map((it) => it.renewal)).toEqual([false, true, true, true]);
  });

  it('forget tokens, which costs one renewal', async () => {
    expect(await list()).toBe(200);
    sandbox.apply({ kind: 'revokeTokens', api: 'openApi' });
    expect(await list()).toBe(401);
    expect(await tokens.refused(OPEN, 1, 401, 'listListings')).toBe('retry');
    expect(await list()).toBe(200);
    expect(tokens.status(OPEN).quota.remaining).toBe(3);
  });

  it('keep to their clock, which may run faster', async () => {
    await tokens.bearer(OPEN);
    sandbox.apply({ kind: 'setClockRate', rate: 720 });
    tokens.refresh(SANDBOX_ID);
    await machine.advance((24 * HOUR) / 720);
    expect(tokens.status(OPEN).state).toBe('expired');
    expect(await list()).toBe(200);
    expect(tokens.status(OPEN)).toMatchObject({ state: 'valid', generation: 2 });
  });

  it('lose an answer, which counts here as it counts there', async () => {
    sandbox.apply({ kind: 'addFault', target: 'token', effect: { kind: 'drop', when: 'after' }, times: 1 });
    await expect(tokens.bearer(OPEN)).rejects.toMatchObject({ data: { mayHaveBeenIssued: true } });
    const ours = sandbox.state().applications.find((it) => it.api === 'openApi');
    expect(tokens.status(OPEN).quota.used).toBe(ours?.issuedInWindow);
  });

  it('answer 429 or 503 when they are told to, which spends nothing', async () => {
    for (const status of [429, 503] as const) {
      sandbox.apply({ kind: 'addFault', target: 'token', effect: { kind: 'answer', status }, times: 1 });
      await expect(tokens.bearer(APP)).rejects.toMatchObject({
        data: { code: status === 429 ? 'quotaExhausted' : 'tokenEndpointFailed' },
      });
      const { retryAt, state } = tokens.status(APP);
      expect(state).toBe(status === 429 ? 'blocked' : 'unreachable');
      await machine.advance(Math.max(0, (retryAt ?? 0) - machine.now()));
    }
    await tokens.bearer(APP);
    expect(tokens.status(APP).quota.used).toBe(0);
  });

  it('start over, and the console with them', async () => {
    await list();
    sandbox.apply({ kind: 'reset' });
    tokens.resetQuota(SANDBOX_ID, 'openApi');
    if ((await list()) === 401) await tokens.refused(OPEN, 1, 401, 'listListings');
    expect(await list()).toBe(200);
  });
});
