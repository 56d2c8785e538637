import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../src/main/vault/secret.ts';
import type { StoredToken } from '../../../../src/main/vault/stored-token.ts';
import type { VaultFile } from '../../../../src/main/vault/vault-file.ts';
import type { AppError } from '../../../../src/shared/app-error.ts';
import { describeError } from '../../../../src/shared/text/error-text.ts';
import { FakeCipher } from '../../../support/fake-cipher.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { ADDRESSES, application, newConnection, openVault, SANDBOX_KEYS } from './open-vault.ts';

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof Error ? error.message : 'not an error'),
  );

const token = (generation: number): StoredToken => ({
  origin: 'issued',
  notes: [],
  accessToken: new Secret(`planted-token-${generation}`),
  tokenType: 'Bearer',
  scope: 'open-api',
  issuedAt: 1_000,
  expiresAt: 86_401_000,
  generation,
});

async function withKeys(options: Parameters<typeof openVault>[0] = {}) {
  const opened = await openVault(options);
  const connection = await opened.vault.create(newConnection({ applications: [application(1), application(2)] }));
  const openApiId = connection.openApi?.id ?? '';
  const appId = connection.applications[0]?.id ?? '';
  const otherId = connection.applications[1]?.id ?? '';
  return { ...opened, connection, openApiId, appId, otherId };
}

describe('client secrets', () => {
  it('that stand in for ones to come are at no time in the vault', async () => {
    const { vault, document } = await openVault();
    const seen: unknown[] = [];
    const look = (): void => void seen.push(vault.snapshot().connections[0]?.openApi?.secret, document.text);
    vault.changed.subscribe(look);
    const { applications } = await vault.create(newConnection({ applications: [application(1)] }), false);
    expect(applications[0]?.secret).toBe('missing');
    expect(seen).toEqual(['missing', expect.stringContaining('"secret":null')]);
    expect(document.text?.match(/"secret":null/g)).toHaveLength(2);
  });

  it('survive a restart, and are nowhere in plain text', async () => {
    const { vault, document, cipher, openApiId, log } = await withKeys();
    await vault.storeToken(openApiId, token(1));
    expect(document.text).not.toContain('planted');
    expect(JSON.stringify(vault.snapshot())).not.toContain('planted');
    expect(log.text).not.toContain('planted');
    const again = await openVault({ document, cipher });
    expect((await again.vault.secretOf(openApiId)).reveal()).toBe('planted-open-secret');
    const kept = await again.vault.storedToken(openApiId);
    expect(kept?.accessToken.reveal()).toBe('planted-token-1');
    expect(kept).toMatchObject({ generation: 1, issuedAt: 1_000, expiresAt: 86_401_000, scope: 'open-api' });
    expect(again.vault.lastGenerationOf(openApiId)).toBe(1);
  });

  it('can be replaced and deleted', async () => {
    const { vault, openApiId } = await withKeys();
    await vault.replaceSecret({ credentialId: openApiId, clientSecret: 'planted-newer' });
    expect((await vault.secretOf(openApiId)).reveal()).toBe('planted-newer');
    const after = await vault.deleteSecret({ credentialId: openApiId });
    expect(after.openApi).toMatchObject({ secret: 'missing', secretSetAt: null });
    expect(await codeOf(vault.secretOf(openApiId))).toBe('secretMissing');
  });

  it('are not lost when they cannot be decrypted', async () => {
    const { vault, document, cipher, openApiId } = await withKeys();
    await vault.storeToken(openApiId, token(1));
    const before = document.text;
    cipher.failDecrypt = true;
    expect(await codeOf(vault.secretOf(openApiId))).toBe('secretUnreadable');
    expect(await codeOf(vault.storedToken(openApiId))).toBe('secretUnreadable');
    await vault.applyProtection();
    expect(document.text).toBe(before);
    cipher.failDecrypt = false;
    expect((await vault.secretOf(openApiId)).reveal()).toBe('planted-open-secret');
  });

  it('are encrypted again when the key store asks for it', async () => {
    const { vault, document, cipher, openApiId } = await withKeys();
    const before = document.text;
    cipher.stale = true;
    expect((await vault.secretOf(openApiId)).reveal()).toBe('planted-open-secret');
    expect(document.text).not.toBe(before);
    cipher.stale = false;
    expect((await vault.secretOf(openApiId)).reveal()).toBe('planted-open-secret');
    cipher.stale = true;
    document.failWrites = true;
    expect((await vault.secretOf(openApiId)).reveal()).toBe('planted-open-secret');
    document.failWrites = false;
    cipher.failEncrypt = true;
    const intact = document.text;
    expect((await vault.secretOf(openApiId)).reveal()).toBe('planted-open-secret');
    expect(document.text).toBe(intact);
  });
});

describe('without protection', () => {
  it.each(['unprotected', 'unavailable'] as const)('keeps secrets in memory only: %s', async (level) => {
    const cipher = new FakeCipher(level);
    const { vault, document, openApiId } = await withKeys({ cipher });
    await vault.storeToken(openApiId, token(1));
    expect(vault.connection(vault.snapshot().currentId).openApi?.secret).toBe('memory');
    expect(vault.tokenStorage(openApiId)).toBe('memory');
    expect((await vault.secretOf(openApiId)).reveal()).toBe('planted-open-secret');
    expect(document.text).not.toContain('"data"');
    const again = await openVault({ document, cipher });
    expect(await codeOf(again.vault.secretOf(openApiId))).toBe('secretMissing');
    expect(await again.vault.storedToken(openApiId)).toBeNull();
    expect(again.vault.connection(vault.snapshot().currentId).openApi).toMatchObject({
      secret: 'missing',
      secretSetAt: null,
    });
  });

  it('stores secrets on disk after the opt-in, and removes them when the opt-in is withdrawn', async () => {
    const cipher = new FakeCipher('unprotected');
    const { vault, document, openApiId, connection, optIn, secretCipher } = await withKeys({ cipher });
    await vault.storeToken(openApiId, token(1));
    expect(secretCipher.protection()).toMatchObject({ level: 'unprotected', stores: false });
    optIn.given = true;
    await vault.applyProtection();
    expect(secretCipher.protection()).toMatchObject({ stores: true });
    expect(vault.connection(connection.id).openApi?.secret).toBe('unprotected');
    const written = await openVault({ document, cipher, storeUnprotected: true });
    expect((await written.vault.secretOf(openApiId)).reveal()).toBe('planted-open-secret');
    optIn.given = false;
    await vault.applyProtection();
    expect(vault.connection(connection.id).openApi?.secret).toBe('memory');
    expect(document.text).not.toContain('"data"');
    expect((await vault.storedToken(openApiId))?.accessToken.reveal()).toBe('planted-token-1');
  });

  it('stores the sandbox’s credentials without the key store, and in no plain text', async () => {
    const { vault, document, cipher } = await openVault({ cipher: new FakeCipher('unavailable') });
    cipher.protection = () => Promise.reject(new Error('the sandbox needs no key store'));
    const sandbox = await vault.ensureSandbox(SANDBOX_KEYS);
    const openApiId = sandbox.openApi?.id ?? '';
    expect(sandbox.openApi?.secret).toBe('sandbox');
    await vault.storeToken(openApiId, token(1));
    await vault.applyProtection();
    expect(vault.tokenStorage(openApiId)).toBe('sandbox');
    expect(vault.usesKeyStore).toBe(false);
    expect(document.text).not.toContain('planted');
    const again = await openVault({ document, cipher });
    await again.vault.ensureSandbox(SANDBOX_KEYS);
    expect((await again.vault.storedToken(openApiId))?.generation).toBe(1);
    expect(await codeOf(again.vault.secretOf(openApiId))).toBe('fine');
  });

  it('replaces credentials of the sandbox that the key store encrypted once, without asking it', async () => {
    const { document, cipher } = await openVault();
    const { vault } = await openVault({ document, cipher });
    const { openApi } = await vault.ensureSandbox(SANDBOX_KEYS);
    const file = JSON.parse(document.text ?? '');
    const { data } = await cipher.encrypt('planted-sandbox-open');
    file.connections[0].openApi.secret = { data: Buffer.from(data).toString('base64'), protection: 'protected' };
    cipher.failDecrypt = true;
    const again = await openVault({ document: new MemoryDocument(file), cipher });
    expect((await again.vault.ensureSandbox(SANDBOX_KEYS)).openApi).toMatchObject({
      id: openApi?.id,
      secret: 'sandbox',
    });
  });

  it('keeps on the disk what a person allowed there while the key store does not encrypt', async () => {
    const cipher = new FakeCipher('unprotected');
    const { vault, connection } = await withKeys({ cipher, storeUnprotected: true });
    cipher.failEncrypt = true;
    await vault.applyProtection();
    expect(vault.connection(connection.id).openApi?.secret).toBe('unprotected');
  });

  it('encrypts unprotected secrets again once the machine can protect them', async () => {
    const cipher = new FakeCipher('unprotected');
    const { vault, document, openApiId } = await withKeys({ cipher, storeUnprotected: true });
    expect(document.text).toContain('"protection":"unprotected"');
    cipher.level = 'protected';
    await vault.applyProtection();
    expect(document.text).not.toContain('"protection":"unprotected"');
    expect((await vault.secretOf(openApiId)).reveal()).toBe('planted-open-secret');
  });

  it('holds a secret in memory when encryption fails', async () => {
    const cipher = new FakeCipher();
    cipher.failEncrypt = true;
    const { vault, connection, document, log } = await withKeys({ cipher });
    expect(connection.openApi?.secret).toBe('memory');
    expect(document.text).not.toContain('planted');
    expect(log.entries.some((entry) => entry.level === 'warn')).toBe(true);
    cipher.failEncrypt = false;
    await vault.applyProtection();
    expect(vault.connection(connection.id).openApi?.secret).toBe('encrypted');
  });
});

describe('stored tokens', () => {
  it('belong to one identity', async () => {
    const { vault, connection, openApiId, appId, otherId } = await withKeys({ ask: async () => true });
    const all = [openApiId, appId, otherId];
    const keepAll = async () => {
      for (const id of all) await vault.storeToken(id, token(1));
    };
    const places = () => all.map((id) => vault.tokenStorage(id));
    await keepAll();
    await vault.updateApplication({ credentialId: appId, label: 'Other label', bookingOption: 'requestToBook' });
    await vault.updateApplication({ credentialId: appId, clientId: 'app-client-1' });
    await vault.update({ id: connection.id, addresses: { ...ADDRESSES, baseUrl: 'https://api.test/elsewhere' } });
    expect(places()).toEqual(['encrypted', 'encrypted', 'encrypted']);
    await vault.updateApplication({ credentialId: appId, clientId: 'app-client-9' });
    expect(places()).toEqual(['encrypted', 'nowhere', 'encrypted']);
    await vault.replaceSecret({ credentialId: openApiId, clientSecret: 'planted-newer' });
    expect(places()).toEqual(['nowhere', 'nowhere', 'encrypted']);
    await keepAll();
    const addresses = { ...ADDRESSES, authUrl: 'https://api.test/elsewhere' };
    await vault.update({ id: connection.id, addresses });
    expect(places()).toEqual(['nowhere', 'encrypted', 'encrypted']);
    expect(vault.connection(connection.id).openApi?.secret).toBe('encrypted');
    await keepAll();
    await vault.update({ id: connection.id, addresses: { ...addresses, bookingAuthUrl: 'https://else.test/b' } });
    expect(places()).toEqual(['encrypted', 'nowhere', 'nowhere']);
    await keepAll();
    await vault.update({ id: connection.id, addresses: { ...addresses, baseUrl: 'https://else.test/b' } });
    expect(places()).toEqual(['nowhere', 'nowhere', 'nowhere']);
    await keepAll();
    await vault.setOpenApi({ connectionId: connection.id, clientId: 'open-2', clientSecret: 'planted-2' });
    expect(places()).toEqual(['nowhere', 'encrypted', 'encrypted']);
    expect(vault.connection(connection.id).openApi?.id).toBe(openApiId);
    expect(vault.lastGenerationOf(openApiId)).toBe(1);
  });

  it('are not stored when the credential’s identity changed meanwhile', async () => {
    const { vault, openApiId } = await withKeys();
    const identity = vault.identityOf(openApiId);
    const replaced = vault.replaceSecret({ credentialId: openApiId, clientSecret: 'planted-newer' });
    const kept = vault.storeToken(openApiId, token(1), identity);
    await Promise.all([replaced, kept]);
    expect(vault.tokenStorage(openApiId)).toBe('nowhere');
  });

  it('are discarded, and the generation continues', async () => {
    const { vault, openApiId } = await withKeys();
    await vault.storeToken(openApiId, token(7));
    await vault.discardToken(openApiId);
    await vault.discardToken(openApiId);
    expect(await vault.storedToken(openApiId)).toBeNull();
    expect(vault.lastGenerationOf(openApiId)).toBe(7);
  });

  it('of an unknown form are not used', async () => {
    const { vault, document, cipher, openApiId, log } = await withKeys();
    const { data: sealed } = await cipher.encrypt('{"accessToken":5}');
    const data = Buffer.from(sealed).toString('base64');
    const file = JSON.parse(document.text ?? '');
    file.connections[0].openApi.token = { data, protection: 'protected' };
    const again = await openVault({ document: new MemoryDocument(file), cipher });
    expect(await again.vault.storedToken(openApiId)).toBeNull();
    expect(log.text).not.toContain('planted');
    expect(vault.tokenStorage(openApiId)).toBe('nowhere');
  });
});

describe('the vault’s document', () => {
  it('does not change when a write fails, nor does the state', async () => {
    const { vault, document, connection, openApiId } = await withKeys();
    const before = vault.snapshot();
    document.failWrites = true;
    expect(await codeOf(vault.update({ id: connection.id, name: 'Lost' }))).toBe('storageFailed');
    expect(await codeOf(vault.replaceSecret({ credentialId: openApiId, clientSecret: 'lost' }))).toBe('storageFailed');
    expect(await codeOf(vault.storeToken(openApiId, token(1)))).toBe('storageFailed');
    expect(vault.snapshot()).toBe(before);
    expect((await vault.secretOf(openApiId)).reveal()).toBe('planted-open-secret');
    document.failWrites = false;
    expect((await vault.update({ id: connection.id, name: 'Kept' })).name).toBe('Kept');
  });

  it('is written in the order of the changes', async () => {
    const { vault, document, connection } = await withKeys();
    let open = () => {};
    document.gate = new Promise((resolve) => {
      open = resolve;
    });
    const changes = ['A', 'B', 'C'].map((name) => vault.update({ id: connection.id, name }));
    expect(vault.connection(connection.id).name).toBe('Harbour rentals');
    open();
    await Promise.all(changes);
    expect(vault.connection(connection.id).name).toBe('C');
    expect(document.text).toContain('"name":"C"');
  });

  it.each<[string, unknown]>([
    ['another version', { version: 2, currentId: 'x', connections: [] }],
    ['a field of a later version', { version: 1, currentId: 'x', connections: [], planted: 1 }],
  ])('is left alone when the file has %s', async (_, value) => {
    const document = new MemoryDocument<VaultFile>(value as VaultFile);
    const error = await openVault({ document }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'storageFailed' });
    expect(describeError((error as AppError).data, String).sentence).toContain(
      'The connections could not be read: their file ',
    );
    expect(JSON.stringify((error as Error).cause)).not.toContain('planted');
    expect(document.writes).toBe(0);
  });

  it.each<[string, unknown]>([
    ['a broken connection', { version: 1, currentId: 'x', connections: [{ id: 'planted-part' }] }],
    ['something else', ['planted-list']],
    ['no version', { currentId: 'x', connections: [] }],
  ])('is quarantined when the file has %s, and the app starts without it', async (_, value) => {
    const document = new MemoryDocument<VaultFile>(value as VaultFile);
    const { vault, log } = await openVault({ document });
    expect(document.quarantined).toEqual([JSON.stringify(value)]);
    expect(vault.snapshot().connections).toEqual([]);
    expect(log.text).not.toContain('planted');
    await vault.create(newConnection());
    expect(document.text).toContain('"connections":[{');
  });

  it('is left alone when it cannot be read', async () => {
    const document = new MemoryDocument<VaultFile>();
    document.failReads = true;
    expect(await codeOf(openVault({ document }))).toBe('storageFailed');
  });
});
