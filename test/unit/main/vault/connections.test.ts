import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../../src/shared/app-error.ts';
import type { ErrorData } from '../../../../src/shared/errors.ts';
import { ConnectionsSnapshot } from '../../../../src/shared/model/connection.ts';
import { FakeCipher } from '../../../support/fake-cipher.ts';
import {
  ADDRESSES,
  application,
  errorOf,
  newConnection,
  openVault,
  otherConnection,
  SANDBOX_KEYS,
} from './open-vault.ts';

const issuesOf = (error: ErrorData) =>
  error.code === 'invalidInput' ? Object.fromEntries(error.issues.map((it) => [it.path, it.message])) : error.code;

describe('creating a connection', () => {
  it('selects it, and its view says where the secrets are stored', async () => {
    const { vault } = await openVault();
    await vault.ensureSandbox(SANDBOX_KEYS);
    const created = await vault.create(newConnection());
    const snapshot = ConnectionsSnapshot.parse(vault.snapshot());
    expect(snapshot.currentId).toBe(created.id);
    expect(snapshot.connections.map((it) => it.name)).toEqual(['Sandbox', 'Harbour rentals']);
    expect(created.openApi).toMatchObject({ clientId: 'open-client', secret: 'encrypted', bookingOption: null });
    expect(created.activeApplicationId).toBe(created.applications[0]?.id);
    expect(created.renewalMarginMinutes).toBe(30);
  });

  it('reports every issue at once, each with its path', async () => {
    const { vault, document } = await openVault();
    const bad = newConnection({
      name: '  ',
      addresses: { ...ADDRESSES, baseUrl: 'http://api.test', authUrl: '', bookingBaseUrl: 'https://api.test/v1' },
      openApi: { clientId: '', clientSecret: 'pasted secret' },
      applications: [{ ...application(1), label: '', clientSecret: 'two\nlines' }, application(2), application(2)],
    });
    const issues = issuesOf(await errorOf(vault.create(bad)));
    expect(Object.keys(issues).sort()).toEqual(
      [
        'name',
        'addresses.baseUrl',
        'addresses.authUrl',
        'addresses.bookingBaseUrl',
        'openApi.clientId',
        'openApi.clientSecret',
        'applications.0.label',
        'applications.0.clientSecret',
        'applications.2.clientId',
      ].sort(),
    );
    expect(issues).toMatchObject({
      'applications.2.clientId': 'The application “Site 2” already has this Client ID; each application has its own.',
      'addresses.authUrl': 'The Open API client needs the Open API token address; enter it.',
    });
    expect(document.writes).toBe(0);
  });

  it('rejects a sixth application with the reason', async () => {
    const { vault } = await openVault();
    const six = [1, 2, 3, 4, 5, 6].map(application);
    expect(await errorOf(vault.create(newConnection({ applications: six })))).toEqual({
      code: 'applicationLimit',
      limit: 5,
    });
    const created = await vault.create(newConnection({ applications: six.slice(0, 5) }));
    const sixth = vault.addApplication({ ...application(6), connectionId: created.id });
    expect(await errorOf(sixth)).toEqual({ code: 'applicationLimit', limit: 5 });
  });

  it('keeps the credentials of the two APIs apart', async () => {
    const { vault } = await openVault();
    const mixed = newConnection({ applications: [{ ...application(1), clientId: 'open-client' }] });
    const issues = issuesOf(await errorOf(vault.create(mixed)));
    expect(issues).toEqual({ 'applications.0.clientId': expect.stringContaining('Open API only') });
    const created = await vault.create(newConnection());
    const swapped = vault.setOpenApi({ connectionId: created.id, clientId: 'app-client-1', clientSecret: 'other' });
    expect(issuesOf(await errorOf(swapped))).toEqual({ clientId: expect.stringContaining('Booking Engine only') });
  });

  it('requires unique names', async () => {
    const { vault } = await openVault();
    await vault.create(newConnection());
    const again = await errorOf(vault.create(otherConnection(' harbour RENTALS ')));
    expect(issuesOf(again)).toEqual({ name: expect.stringContaining('already called') });
  });
});

describe('changing a connection', () => {
  it('does not remove an address that a credential needs', async () => {
    const { vault } = await openVault();
    const { id } = await vault.create(newConnection());
    const error = await errorOf(vault.update({ id, addresses: { ...ADDRESSES, bookingAuthUrl: '' } }));
    expect(issuesOf(error)).toEqual({
      'addresses.bookingAuthUrl': 'A Booking Engine application needs the Booking Engine token address; enter it.',
    });
    await vault.removeOpenApi({ connectionId: id });
    const updated = await vault.update({ id, addresses: { ...ADDRESSES, authUrl: '', baseUrl: '' } });
    expect(updated.addresses.authUrl).toBeNull();
    const readded = vault.setOpenApi({ connectionId: id, clientId: 'open-client', clientSecret: 'secret-text' });
    expect(issuesOf(await errorOf(readded))).toEqual({
      'addresses.baseUrl': expect.stringContaining('first'),
      'addresses.authUrl': expect.stringContaining('first'),
    });
  });

  it('changes the given fields and nothing else', async () => {
    const { vault } = await openVault();
    const before = await vault.create(newConnection({ applications: [application(1), application(2)] }));
    const second = before.applications[1]?.id ?? '';
    const after = await vault.update({
      id: before.id,
      name: 'Harbour',
      activeApplicationId: second,
      renewalMarginMinutes: 45,
      quotaReset: 'utcMidnight',
    });
    expect(after).toEqual({
      ...before,
      name: 'Harbour',
      activeApplicationId: second,
      renewalMarginMinutes: 45,
      quotaReset: 'utcMidnight',
    });
    const strange = vault.update({ id: before.id, activeApplicationId: 'nobody' });
    expect((await errorOf(strange)).code).toBe('notFound');
  });

  it('activates another application when the active one is removed', async () => {
    const { vault } = await openVault();
    const created = await vault.create(newConnection({ applications: [application(1), application(2)] }));
    const [first, second] = created.applications;
    const one = await vault.removeApplication({ credentialId: first?.id ?? '' });
    expect(one.activeApplicationId).toBe(second?.id);
    const none = await vault.removeApplication({ credentialId: second?.id ?? '' });
    expect(none.activeApplicationId).toBeNull();
    const added = await vault.addApplication({ ...application(3), connectionId: created.id });
    expect(added.activeApplicationId).toBe(added.applications[0]?.id);
  });

  it('selects another connection when the current one is removed', async () => {
    const { vault } = await openVault();
    await vault.ensureSandbox(SANDBOX_KEYS);
    const first = await vault.create(newConnection());
    const second = await vault.create(otherConnection('Second'));
    await vault.remove({ id: second.id });
    expect(vault.snapshot().currentId).toBe(first.id);
    await vault.remove({ id: first.id });
    expect(vault.snapshot().currentId).toBe('sandbox');
    expect((await errorOf(vault.remove({ id: first.id }))).code).toBe('notFound');
  });
});

describe('the sandbox connection', () => {
  it('cannot be changed or removed by a person, except for choices', async () => {
    const { vault } = await openVault();
    const sandbox = await vault.ensureSandbox(SANDBOX_KEYS);
    const credentialId = sandbox.applications[0]?.id ?? '';
    const attempts = [
      vault.remove({ id: 'sandbox' }),
      vault.update({ id: 'sandbox', name: 'Mine' }),
      vault.update({ id: 'sandbox', addresses: ADDRESSES }),
      vault.setOpenApi({ connectionId: 'sandbox', clientId: 'x', clientSecret: 'y' }),
      vault.removeOpenApi({ connectionId: 'sandbox' }),
      vault.addApplication({ ...application(1), connectionId: 'sandbox' }),
      vault.updateApplication({ credentialId, label: 'Mine' }),
      vault.removeApplication({ credentialId }),
      vault.replaceSecret({ credentialId, clientSecret: 'mine' }),
      vault.deleteSecret({ credentialId }),
    ];
    for (const attempt of attempts) expect(await errorOf(attempt)).toEqual({ code: 'sandboxConnection' });
    const changes = { renewalMarginMinutes: 10, quotaReset: 'utcMidnight', activeApplicationId: credentialId } as const;
    expect(await vault.update({ id: 'sandbox', ...changes })).toMatchObject(changes);
  });

  it('stays the same connection when the sandbox starts at another address', async () => {
    const { vault, document } = await openVault();
    const before = await vault.ensureSandbox(SANDBOX_KEYS);
    await vault.update({ id: 'sandbox', renewalMarginMinutes: 15 });
    const writes = document.writes;
    await vault.ensureSandbox(SANDBOX_KEYS);
    expect(document.writes).toBe(writes);
    const after = await vault.ensureSandbox({ ...SANDBOX_KEYS, origin: 'https://127.0.0.1:5002' });
    expect(after).toEqual({
      ...before,
      renewalMarginMinutes: 15,
      addresses: {
        baseUrl: 'https://127.0.0.1:5002/open-api',
        authUrl: 'https://127.0.0.1:5002/open-api',
        bookingBaseUrl: 'https://127.0.0.1:5002/booking',
        bookingAuthUrl: 'https://127.0.0.1:5002/booking',
      },
    });
  });

  it('gets the new secrets of the sandbox', async () => {
    const { vault } = await openVault();
    const before = await vault.ensureSandbox(SANDBOX_KEYS);
    const credentialId = before.openApi?.id ?? '';
    const identity = vault.identityOf(credentialId);
    const openApi = { ...SANDBOX_KEYS.openApi, clientSecret: 'planted-anew' };
    await vault.ensureSandbox({ ...SANDBOX_KEYS, openApi });
    expect(vault.identityOf(credentialId)).not.toBe(identity);
    expect((await vault.secretOf(credentialId)).reveal()).toBe('planted-anew');
  });
});

describe('published snapshots', () => {
  it('have growing revisions, and are published only after a visible change', async () => {
    const { vault } = await openVault();
    const revisions: number[] = [];
    vault.changed.subscribe((snapshot) => revisions.push(snapshot.revision));
    const created = await vault.create(newConnection());
    await vault.select({ id: created.id });
    await vault.update({ id: created.id, name: 'Other' });
    expect(revisions).toEqual([2, 3]);
    expect(vault.snapshot().revision).toBe(3);
  });
});

describe('any sequence of edits', () => {
  const edit = fc.oneof(
    fc.record({ kind: fc.constant('create' as const), name: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('remove' as const), pick: fc.nat(5) }),
    fc.record({ kind: fc.constant('add' as const), pick: fc.nat(5), client: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ kind: fc.constant('drop' as const), pick: fc.nat(5) }),
    fc.record({ kind: fc.constant('select' as const), pick: fc.nat(5) }),
    fc.record({ kind: fc.constant('diskFails' as const), fails: fc.boolean() }),
  );

  it('keeps the invariants, and the file equals the memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 25 }), async (edits) => {
        const { vault, document, cipher } = await openVault({ cipher: new FakeCipher() });
        await vault.ensureSandbox(SANDBOX_KEYS);
        for (const step of edits) {
          const { connections } = vault.snapshot();
          const picked = 'pick' in step ? connections[step.pick % connections.length] : undefined;
          const before = JSON.stringify(vault.snapshot());
          let failed = false;
          const attempt = async () => {
            if (step.kind === 'create')
              await vault.create(otherConnection(`N${step.name}`, { applications: [application(step.name)] }));
            if (step.kind === 'remove') await vault.remove({ id: picked?.id ?? '' });
            if (step.kind === 'add')
              await vault.addApplication({ ...application(step.client), connectionId: picked?.id ?? '' });
            if (step.kind === 'drop')
              await vault.removeApplication({ credentialId: picked?.applications[0]?.id ?? 'none' });
            if (step.kind === 'select') await vault.select({ id: picked?.id ?? '' });
            if (step.kind === 'diskFails') document.failWrites = step.fails;
          };
          await attempt().catch((error: unknown) => {
            failed = true;
            if (!isAppError(error)) throw error;
          });
          if (failed) expect(JSON.stringify(vault.snapshot())).toBe(before);
          const now = vault.snapshot();
          expect(now.connections.some((it) => it.id === now.currentId)).toBe(true);
          expect(new Set(now.connections.map((it) => it.name.toLowerCase())).size).toBe(now.connections.length);
          for (const connection of now.connections) {
            const ids = [connection.openApi, ...connection.applications].map((it) => it?.clientId);
            expect(new Set(ids).size).toBe(ids.length);
            expect(connection.applications.length).toBeLessThanOrEqual(5);
            const active = connection.applications.some((it) => it.id === connection.activeApplicationId);
            expect(active || connection.applications.length === 0).toBe(true);
          }
        }
        const again = await openVault({ document, cipher });
        const seen = vault.snapshot();
        expect({ ...again.vault.snapshot(), revision: 0 }).toEqual({ ...seen, revision: 0 });
      }),
      { numRuns: 60 },
    );
  });
});
