/** One connection per client ID: whatever would make a second one is refused with the name of the first. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientIdKey, clientIdKeysOf } from '../../../../src/main/vault/client-ids.ts';
import { ShownConnections } from '../../../../src/main/vault/shown-connections.ts';
import type { Vault } from '../../../../src/main/vault/vault.ts';
import { isAppError } from '../../../../src/shared/app-error.ts';
import type { NewConnection } from '../../../../src/shared/model/connection.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { memoryDeletions } from '../../../support/memory-deletions.ts';
import {
  ADDRESSES,
  application,
  errorOf,
  newConnection,
  openVault,
  otherConnection,
  SANDBOX_KEYS,
} from './open-vault.ts';

/** A vault with “Harbour rentals”, whose clients are open-client and app-client-1. */
async function office() {
  const { vault, document } = await openVault();
  await vault.ensureSandbox(SANDBOX_KEYS);
  const first = await vault.create(newConnection());
  const deletions = memoryDeletions(new ManualClock());
  const removals = new ShownConnections({ vault, list: { add: async () => {} }, deletions });
  return { vault, document, first, removals, deletions };
}

/** The issue that names the first connection, at a field. */
const taken = (path: string, first: { id: string; name: string }, message = expect.stringContaining('“')) => ({
  code: 'invalidInput',
  issues: [{ path, message, connection: { id: first.id, name: first.name } }],
});

const withClient = (clientId: string, authUrl: string): NewConnection =>
  otherConnection('Second', {
    addresses: { ...ADDRESSES, authUrl, bookingBaseUrl: '', bookingAuthUrl: '' },
    openApi: { clientId, clientSecret: 'planted-open-secret' },
  });

describe('a second connection with a client ID', () => {
  it('is refused with the name of the first and its id, at the field', async () => {
    const { vault, document, first } = await office();
    const writes = document.writes;
    expect(await errorOf(vault.create(newConnection({ name: 'Second', applications: [] })))).toEqual(
      taken('openApi.clientId', first, expect.stringContaining('already has a connection: “Harbour rentals”.')),
    );
    const site = otherConnection('Second', { applications: [application(2), application(1)] });
    expect(await errorOf(vault.create(site))).toEqual(taken('applications.1.clientId', first));
    expect(document.writes).toBe(writes);
  });

  it.each([
    'https://api.test/open',
    'HTTPS://API.TEST:443/open//',
    ' https://Api.Test/open ',
    'https://api.test./open',
  ])('is refused however its token address is written: %s', async (authUrl) => {
    const { vault, first } = await office();
    expect(await errorOf(vault.create(withClient(' open-client ', authUrl)))).toEqual(taken('openApi.clientId', first));
  });

  it.each([
    ['Open-client', 'https://api.test/open'],
    ['open-client', 'https://api.test:8443/open'],
    ['open-client', 'https://api.test/Open'],
    ['open-client', 'https://other.test/open'],
  ])('is another one: %s at %s', async (clientId, authUrl) => {
    const { vault } = await office();
    expect((await vault.create(withClient(clientId, authUrl))).name).toBe('Second');
  });

  it('is refused for a client ID of the other API at the same token address', async () => {
    const { vault, first } = await office();
    const crossed = otherConnection('Second', {
      addresses: { ...ADDRESSES, bookingAuthUrl: ADDRESSES.authUrl },
      applications: [{ ...application(2), clientId: 'open-client' }],
    });
    expect(await errorOf(vault.create(crossed))).toEqual(taken('applications.0.clientId', first));
  });

  it('may be one of the sandbox', async () => {
    const { vault } = await office();
    const { origin, openApi } = SANDBOX_KEYS;
    const addresses = { ...ADDRESSES, baseUrl: `${origin}/open-api`, authUrl: `${origin}/open-api` };
    const made = await vault.create(otherConnection('By hand', { addresses, openApi }));
    await vault.ensureSandbox(SANDBOX_KEYS);
    expect(made.openApi?.clientId).toBe('sandbox-open');
  });
});

describe('an edit that would make a second connection with a client ID', () => {
  it('is refused at the field: a client, an application, another client ID, another token address', async () => {
    const { vault, first } = await office();
    const second = await vault.create(otherConnection('Second', { applications: [application(2)] }));
    const connectionId = second.id;
    const credentialId = second.applications[0]?.id ?? '';
    const secret = { clientSecret: 'planted-secret' };
    for (const edit of [
      vault.setOpenApi({ connectionId, clientId: 'open-client', ...secret }),
      vault.addApplication({ ...application(1), connectionId }),
      vault.updateApplication({ credentialId, clientId: 'app-client-1' }),
    ])
      expect(await errorOf(edit)).toEqual(taken('clientId', first));

    const elsewhere = { ...ADDRESSES, bookingAuthUrl: 'https://staging.test' };
    const staging = await vault.create(
      otherConnection('Staging', { addresses: elsewhere, applications: [application(1)] }),
    );
    const back = vault.update({
      id: staging.id,
      addresses: { ...ADDRESSES, bookingAuthUrl: 'https://API.test/booking/' },
    });
    expect(await errorOf(back)).toEqual(
      taken('addresses.bookingAuthUrl', first, expect.stringContaining('Client ID app-client-1')),
    );
  });

  it('changes what does not touch it: its name, its other addresses, its own client again', async () => {
    const { vault, first } = await office();
    await vault.update({ id: first.id, addresses: { ...ADDRESSES, baseUrl: 'https://api.test/v2' } });
    await vault.setOpenApi({ connectionId: first.id, clientId: 'open-client', clientSecret: 'planted-again' });
    await vault.updateApplication({ credentialId: first.applications[0]?.id ?? '', clientId: 'app-client-1' });
    expect((await vault.update({ id: first.id, name: 'Renamed' })).name).toBe('Renamed');
  });

  it('takes the client ID of a connection that was removed', async () => {
    const { vault, removals, deletions, first } = await office();
    const second = await vault.create(otherConnection('Second'));
    const deletionId = await removals.remove({ id: first.id });
    await removals.setOpenApi({ connectionId: second.id, clientId: 'open-client', clientSecret: 'planted-again' });
    expect(await errorOf(deletions.undo(deletionId))).toEqual(
      taken('id', { id: second.id, name: 'Second' }, expect.stringContaining('“Harbour rentals” stays removed')),
    );
    expect(vault.snapshot().connections.map(({ name }) => name)).toEqual(['Sandbox', 'Second']);
  });
});

describe('any sequence of edits', () => {
  const client = fc.constantFrom('a', 'b', 'B', 'c');
  const address = fc.constantFrom('https://one.test', 'https://ONE.test:443/', 'https://two.test');
  const edit = fc.oneof(
    fc.record({ kind: fc.constant('create' as const), client, site: client, address }),
    fc.record({ kind: fc.constant('open' as const), pick: fc.nat(4), client }),
    fc.record({ kind: fc.constant('add' as const), pick: fc.nat(4), client }),
    fc.record({ kind: fc.constant('rename' as const), pick: fc.nat(4), client }),
    fc.record({ kind: fc.constant('move' as const), pick: fc.nat(4), address }),
    fc.record({ kind: fc.constant('remove' as const), pick: fc.nat(4) }),
  );
  const secret = { clientSecret: 'planted-secret' };
  const addressesAt = (token: string) => ({ ...ADDRESSES, authUrl: token, bookingAuthUrl: token });

  it('leaves each client ID at a token address with at most one connection', async () => {
    const apply = async (
      vault: Vault,
      step: typeof edit extends fc.Arbitrary<infer Step> ? Step : never,
      nth: number,
    ) => {
      const { connections } = vault.snapshot();
      if (step.kind === 'create')
        return vault.create({
          ...{ name: `N${nth}`, presetId: 'custom', addresses: addressesAt(step.address) },
          openApi: { clientId: step.client, ...secret },
          applications: [{ ...application(1), clientId: step.site }],
        });
      const picked = connections[step.pick % Math.max(1, connections.length)];
      const connectionId = picked?.id ?? 'none';
      if (step.kind === 'open') return vault.setOpenApi({ connectionId, clientId: step.client, ...secret });
      if (step.kind === 'add') return vault.addApplication({ ...application(2), clientId: step.client, connectionId });
      if (step.kind === 'rename')
        return vault.updateApplication({ credentialId: picked?.applications[0]?.id ?? 'none', clientId: step.client });
      if (step.kind === 'move') return vault.update({ id: connectionId, addresses: addressesAt(step.address) });
      return vault.remove({ id: connectionId });
    };
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 12 }), async (steps) => {
        const { vault } = await openVault({ ask: async () => true });
        for (const [nth, step] of steps.entries())
          await apply(vault, step, nth).catch((error: unknown) => {
            if (!isAppError(error)) throw error;
          });
        const keys = vault.snapshot().connections.flatMap((it) => [...new Set(clientIdKeysOf(it))]);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 60 },
    );
  });

  it('compares the same key for the same client, and none without a token address', () => {
    const at = (authUrl: string | null) => ({ presetId: 'custom' as const, addresses: { ...ADDRESSES, authUrl } });
    const key = (authUrl: string | null) => clientIdKey(at(authUrl), { api: 'openApi', clientId: 'x' });
    expect(key('https://EXAMPLE.test:443/a/')).toBe(key('https://example.test/a'));
    expect(key(null)).toBeNull();
  });
});
