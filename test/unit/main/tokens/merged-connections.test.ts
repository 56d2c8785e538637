/** Tokens after two connections with one client ID were merged: what was issued to both counts, and the secret that works is found. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../../src/main/tokens/ledger.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { MemoryLineFile } from '../../../support/memory-line-file.ts';
import { newConnection, openVault } from '../vault/open-vault.ts';
import { FakeTokenEndpoint } from './fake-token-endpoint.ts';
import { type Disk, startTokens } from './token-bench.ts';

/** Two connections with the same client and these secrets, merged, and their token service. */
async function merged(secrets: readonly [string, string]) {
  const clock = new ManualClock();
  const service = new FakeTokenEndpoint(clock);
  const disk: Disk = { document: new MemoryDocument(), lines: new MemoryLineFile() };
  const connections = [];
  for (const [index, clientSecret] of secrets.entries()) {
    const other = await openVault({ clock, idPrefix: `c${index}-` });
    const openApi = { clientId: 'open-client', clientSecret };
    await other.vault.create(newConnection({ name: `N${index}`, openApi, applications: [] }));
    connections.push(...(other.document.read()?.connections ?? []));
    await clock.advance(1_000);
  }
  await disk.document.write({ version: 1, currentId: connections[0]?.id ?? '', connections });
  const started = await startTokens(disk, clock, service);
  await started.vault.merges.mergeAll();
  const [connection] = started.vault.snapshot().connections;
  return { ...started, clock, service, disk, id: connection?.openApi?.id ?? '' };
}

describe('the secret of a client that had two connections', () => {
  it('is the one that the service accepts; the other costs a rejected request, once, and no slot', async () => {
    const { tokens, service, id, vault } = await merged(['planted-works', 'planted-old']);
    service.behave = async ({ body }) =>
      body.get('client_secret') === 'planted-works'
        ? service.issue()
        : { status: 401, body: { error: 'invalid_client' } };
    const calls = await Promise.all([tokens.bearer(id), tokens.bearer(id)]);
    expect(calls.map(({ authorization }) => authorization.reveal())).toEqual(Array(2).fill('Bearer planted-token-1'));
    expect(service.seen.map(({ body }) => body.get('client_secret'))).toEqual(['planted-old', 'planted-works']);
    expect(tokens.status(id).quota.used).toBe(1);
    expect(vault.merges.hasSpareSecret(id)).toBe(false);
    await tokens.renew(id, false);
    expect(service.seen).toHaveLength(3);
  });

  it('is rejected like any other when the service accepts neither', async () => {
    const { tokens, service, id } = await merged(['planted-one', 'planted-two']);
    service.behave = async () => ({ status: 401, body: { error: 'invalid_client' } });
    await expect(tokens.bearer(id)).rejects.toMatchObject({ code: 'credentialsRejected' });
    await expect(tokens.bearer(id)).rejects.toMatchObject({ code: 'credentialsRejected' });
    expect(service.seen).toHaveLength(2);
    expect(tokens.status(id).quota.used).toBe(0);
  });

  it('stays with its spare while the answer says nothing about it', async () => {
    const { tokens, service, id, vault } = await merged(['planted-one', 'planted-two']);
    service.behave = async () => ({ status: 503, body: 'down' });
    await expect(tokens.bearer(id)).rejects.toMatchObject({ code: 'tokenEndpointFailed' });
    expect((await vault.secretOf(id)).reveal()).toBe('planted-two');
    expect(vault.merges.hasSpareSecret(id)).toBe(true);
  });
});

describe('the issuances of both', () => {
  const forms = [
    'https://one.test/oauth2/token',
    'https://ONE.test:443/oauth2/token',
    'https://one.test./oauth2/token',
  ];
  const line = fc.record({
    tokenUrl: fc.constantFrom(...forms),
    outcome: fc.constantFrom('confirmed' as const, 'lost' as const, 'refused' as const, null),
  });

  it('are united however their token address was written, also by a file that is read again', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const [file, log] = [new MemoryLineFile(), new FakeLog()];
        const open = () => Ledger.open({ file, log, now: () => 1_000_000 });
        const ledger = open();
        for (const [at, { tokenUrl, outcome }] of lines.entries()) {
          const key = { api: 'openApi' as const, clientId: 'open-client', tokenUrl };
          ledger.begin(key, { id: `i${at}`, at, cause: 'start', renewal: false });
          if (outcome) ledger.settle(`i${at}`, { outcome, at, server: null });
        }
        const outcomes = (from: Ledger, nothing: 'sent' | 'lost') => {
          for (const tokenUrl of forms) {
            const { issuances } = from.view({ api: 'openApi', clientId: 'open-client', tokenUrl });
            expect(issuances.map((it) => it.outcome)).toEqual(lines.map((it) => it.outcome ?? nothing));
          }
        };
        outcomes(ledger, 'sent');
        outcomes(open(), 'lost');
        const other = open().view({ api: 'openApi', clientId: 'Open-client', tokenUrl: forms[0] ?? '' });
        expect(other.issuances).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
