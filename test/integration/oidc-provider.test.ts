/** The token service against an independent OAuth server over HTTPS. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenRulesOf } from '../../src/main/api/presets.ts';
import { Recorder } from '../../src/main/http/recorder.ts';
import { machineClock, machineRandom } from '../../src/main/platform/machine.ts';
import { sandboxNetwork } from '../../src/main/platform/node-https.ts';
import type { Fetch } from '../../src/main/platform/ports.ts';
import { Ledger } from '../../src/main/tokens/ledger.ts';
import { TokenClient } from '../../src/main/tokens/token-client.ts';
import { TokenService } from '../../src/main/tokens/token-service.ts';
import { SecretCipher } from '../../src/main/vault/secret-cipher.ts';
import { Vault } from '../../src/main/vault/vault.ts';
import type { VaultFile } from '../../src/main/vault/vault-file.ts';
import { filterOf } from '../../src/shared/model/traffic.ts';
import { FakeCipher } from '../support/fake-cipher.ts';
import { FakeLog } from '../support/fake-log.ts';
import { MemoryDocument } from '../support/memory-document.ts';
import { MemoryJournal } from '../support/memory-journal.ts';
import { MemoryLineFile } from '../support/memory-line-file.ts';
import { type OauthServer, serveOauth } from '../support/oauth-server.ts';

const OPEN_API = { clientId: 'open-client', clientSecret: 'planted-open-secret', scope: 'open-api' };
const BOOKING = { clientId: 'app-client', clientSecret: 'planted-app-secret', scope: 'booking_engine:api' };

let server: OauthServer;
beforeAll(async () => {
  server = await serveOauth([OPEN_API, BOOKING, { ...BOOKING, clientId: 'app-client-2' }]);
});
afterAll(() => server.close());

async function desk(changes: { openApi?: typeof OPEN_API; fetch?: Fetch } = {}) {
  const fetch = changes.fetch ?? sandboxNetwork(server.certificate, server.origin);
  const openApi = changes.openApi ?? OPEN_API;
  const [log, journal] = [new FakeLog(), new MemoryJournal()];
  const { wire } = new Recorder({ fetch, clock: machineClock, journal, random: machineRandom });
  const vault = await Vault.open({
    document: new MemoryDocument<VaultFile>(),
    secretCipher: new SecretCipher({ cipher: new FakeCipher(), log, storeUnprotected: () => false }),
    ask: async () => false,
    clock: machineClock,
    random: machineRandom,
    log,
  });
  const address = server.origin;
  const connection = await vault.create({
    name: 'Another server',
    presetId: 'custom',
    addresses: { baseUrl: address, authUrl: address, bookingBaseUrl: address, bookingAuthUrl: address },
    openApi: { clientId: openApi.clientId, clientSecret: openApi.clientSecret },
    applications: [
      { label: 'Site', bookingOption: 'both', clientId: BOOKING.clientId, clientSecret: BOOKING.clientSecret },
    ],
  });
  const tokens = new TokenService({
    vault,
    client: new TokenClient({ wire: () => wire }),
    ledger: Ledger.open({ file: new MemoryLineFile(), log, now: () => 0 }),
    clockOf: () => machineClock,
    rulesOf: tokenRulesOf,
    random: machineRandom,
    log,
  });
  const list = async (credentialId: string) => {
    const { authorization } = await tokens.bearer(credentialId);
    const headers = { accept: 'application/json', authorization: authorization.reveal() };
    return fetch(new Request(`${address}/v1/listings`, { headers }));
  };
  const exchanges = () => {
    const page = journal.page({ filter: filterOf(connection.id), before: null, limit: 100 });
    return page.exchanges.map(({ id }) => journal.get(id));
  };
  const [openId, appId] = [connection.openApi?.id ?? '', connection.applications[0]?.id ?? ''];
  return { tokens, list, exchanges, openId, appId, log };
}

describe('against oidc-provider', () => {
  it('issues a token and uses it', async () => {
    const { tokens, list, openId, exchanges, log } = await desk();
    const before = server.tokenRequests();
    const answers = await Promise.all(Array.from({ length: 20 }, () => list(openId)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(server.tokenRequests() - before).toBe(1);
    const status = tokens.status(openId);
    expect(status).toMatchObject({ state: 'valid', scope: 'open-api', generation: 1, storage: 'encrypted' });
    expect((status.expiresAt ?? 0) - (status.issuedAt ?? 0)).toBe(86_400_000);
    expect(exchanges()).toHaveLength(1);
    expect(JSON.stringify([exchanges(), log.entries, status])).not.toContain('planted');
  });

  it('issues a Booking Engine token with its own scope, which opens nothing else', async () => {
    const { tokens, list, appId } = await desk();
    expect((await list(appId)).status).toBe(403);
    expect(tokens.status(appId)).toMatchObject({ state: 'valid', scope: 'booking_engine:api' });
  });

  it('hears that a secret is wrong, and does not try it again', async () => {
    const { tokens, openId } = await desk({ openApi: { ...OPEN_API, clientSecret: 'planted-wrong' } });
    const before = server.tokenRequests();
    for (let turn = 0; turn < 3; turn += 1)
      await expect(tokens.bearer(openId)).rejects.toMatchObject({
        data: { code: 'credentialsRejected', server: { status: 401, serverCode: 'invalid_client' } },
      });
    expect(server.tokenRequests() - before).toBe(1);
    expect(tokens.status(openId)).toMatchObject({ state: 'rejected', quota: { used: 0 } });
  });

  it('hears that keys are those of the other API', async () => {
    const { tokens, openId } = await desk({ openApi: { ...BOOKING, clientId: 'app-client-2' } });
    await expect(tokens.bearer(openId)).rejects.toMatchObject({
      data: { code: 'credentialsRejected', server: { status: 400, serverCode: 'invalid_scope' } },
    });
  });

  it('spends nothing where the certificate is not trusted', async () => {
    const { tokens, openId } = await desk({ fetch: (request) => fetch(request) });
    const before = server.tokenRequests();
    await expect(tokens.bearer(openId)).rejects.toMatchObject({
      data: { code: 'tokenEndpointUnreachable', mayHaveBeenIssued: false, reason: 'its certificate is not trusted' },
    });
    expect(server.tokenRequests()).toBe(before);
    expect(tokens.status(openId)).toMatchObject({ state: 'unreachable', quota: { used: 0 } });
  });
});
