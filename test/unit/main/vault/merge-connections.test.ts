/** A profile in which a client ID has several connections, as earlier versions allowed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientIdKey } from '../../../../src/main/vault/client-ids.ts';
import type { StoredConnection, VaultFile } from '../../../../src/main/vault/vault-file.ts';
import { credentialsOf } from '../../../../src/shared/connection/account.ts';
import type { NewConnection } from '../../../../src/shared/model/connection.ts';
import { FakeCipher } from '../../../support/fake-cipher.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { ADDRESSES, application, newConnection, openVault, otherConnection } from './open-vault.ts';

/** A profile with these connections, each a minute older than the next. */
async function profileOf(inputs: readonly NewConnection[], change: (file: VaultFile) => VaultFile = (file) => file) {
  const connections: StoredConnection[] = [];
  const cipher = new FakeCipher();
  for (const [index, input] of inputs.entries()) {
    const clock = new ManualClock();
    await clock.advance(index * 60_000);
    const { vault, document } = await openVault({ clock, cipher, idPrefix: `c${index}-` });
    await vault.create(input);
    connections.push(...(document.read()?.connections ?? []));
  }
  const file = change({ version: 1, currentId: connections.at(-1)?.id ?? '', connections });
  const document = new MemoryDocument<VaultFile>(file);
  const open = async () => {
    const opened = await openVault({ document, cipher, idPrefix: 'new-', ask: async () => true });
    await opened.vault.merges.mergeAll();
    return opened.vault;
  };
  return { document, connections, open };
}

/** Every client with its token address, and the connection that has it. */
const clientsOf = (connections: readonly StoredConnection[] | ReturnType<typeof viewsOf>) =>
  connections.flatMap((connection) =>
    credentialsOf<{ api: 'openApi' | 'booking'; clientId: string }>(connection).map(
      (credential) => `${credential.api} ${clientIdKey(connection, credential)}`,
    ),
  );
const viewsOf = ({ snapshot }: Pick<Awaited<ReturnType<typeof openVault>>['vault'], 'snapshot'>) =>
  snapshot().connections;

describe('two connections with a client ID', () => {
  it('become the oldest of them, which the person is told once, with both names', async () => {
    const second = otherConnection('Second', { openApi: newConnection().openApi, applications: [application(2)] });
    const { document, connections, open } = await profileOf([newConnection(), second]);
    const [first, other] = connections;
    const vault = await open();
    const [merged, ...others] = vault.snapshot().connections;
    expect(others).toEqual([]);
    expect(merged).toMatchObject({ id: first?.id, name: 'Harbour rentals' });
    expect(merged?.applications.map(({ clientId }) => clientId)).toEqual(['app-client-1', 'app-client-2']);
    expect(vault.snapshot().currentId).toBe(first?.id);
    const into = { id: first?.id, name: 'Harbour rentals' };
    expect(vault.snapshot().merged).toEqual([{ id: other?.id, name: 'Second', into }]);
    expect(vault.merges.unstored).toMatchObject([
      { from: { id: other?.id }, credentials: [{ from: other?.openApi?.id, to: first?.openApi?.id }] },
    ]);

    const again = await open();
    expect(again.snapshot()).toMatchObject({ merged: [{ name: 'Second' }], connections: [{ id: first?.id }] });
    await again.merges.note(other?.id ?? '', { isSeen: true });
    expect(again.snapshot().merged).toEqual([]);
    expect((await open()).merges.unstored).toHaveLength(1);
    await again.merges.note(other?.id ?? '', { isStored: true });
    expect(document.read()).not.toHaveProperty('merges');
  });

  it('stay apart while the disk fails, and a kill at the write leaves both or one', async () => {
    const { document, open } = await profileOf([newConnection(), newConnection({ name: 'Second' })]);
    document.failWrites = true;
    expect((await open()).snapshot().connections).toHaveLength(2);
    document.failWrites = false;
    expect((await open()).snapshot().connections).toHaveLength(1);
  });

  it('leave a client that the oldest has no room for with its connection', async () => {
    const { open } = await profileOf([newConnection(), otherConnection('Second', { applications: [application(1)] })]);
    const vault = await open();
    const [first, second] = vault.snapshot().connections;
    expect([first?.openApi?.clientId, first?.applications.length]).toEqual(['open-client', 1]);
    expect([second?.openApi?.clientId, second?.applications, second?.activeApplicationId]).toEqual([
      'open-client-of-Second',
      [],
      null,
    ]);
    expect(vault.snapshot().currentId).toBe(second?.id);
  });

  it('bring the addresses of an API that the oldest does not use', async () => {
    const elsewhere = { ...ADDRESSES, bookingBaseUrl: 'https://two.test/api', bookingAuthUrl: 'https://two.test' };
    const second = newConnection({ name: 'Second', addresses: elsewhere });
    const { open } = await profileOf([newConnection({ applications: [] }), second]);
    const [merged, ...others] = (await open()).snapshot().connections;
    expect(others).toEqual([]);
    expect(merged?.addresses).toEqual(elsewhere);
  });

  it('are merged only for the same API at the same token address, and the sandbox is left alone', async () => {
    const crossed = otherConnection('Crossed', {
      addresses: { ...ADDRESSES, bookingAuthUrl: ADDRESSES.authUrl },
      applications: [{ ...application(3), clientId: 'open-client' }],
    });
    const staging = newConnection({
      name: 'Staging',
      addresses: { ...ADDRESSES, authUrl: 'https://staging.test', bookingAuthUrl: 'https://staging.test' },
    });
    const asSandbox = (file: VaultFile): VaultFile => ({
      ...file,
      connections: file.connections.map((it) => (it.name === 'Twin' ? { ...it, presetId: 'sandbox' } : it)),
    });
    const inputs = [newConnection(), crossed, staging, newConnection({ name: 'Twin' })];
    const { document, open } = await profileOf(inputs, asSandbox);
    const before = document.text;
    expect((await open()).snapshot().connections).toHaveLength(4);
    expect(document.text).toBe(before);
  });
});

describe('two secrets of one client ID', () => {
  const withSecret = (name: string, clientSecret: string) =>
    newConnection({ name, openApi: { clientId: 'open-client', clientSecret }, applications: [] });
  const opened = async (change?: (file: VaultFile) => VaultFile) => {
    const { connections, document, open } = await profileOf(
      [withSecret('First', 'planted-one'), withSecret('Second', 'planted-two'), withSecret('Third', 'planted-three')],
      change,
    );
    const vault = await open();
    const id = connections[0]?.openApi?.id ?? '';
    return { vault, id, document, secret: async () => (await vault.secretOf(id)).reveal() };
  };

  it('are tried in turn while the service rejects them, and dropped once it accepts one', async () => {
    const { vault, id, document, secret } = await opened();
    const seen: string[] = [];
    for (;;) {
      seen.push(await secret());
      if (!vault.merges.hasSpareSecret(id)) break;
      const identity = vault.identityOf(id);
      await vault.merges.judgeSecret(id, 'another identity', false);
      expect(vault.identityOf(id)).toBe(identity);
      await vault.merges.judgeSecret(id, identity, false);
      expect(vault.identityOf(id)).not.toBe(identity);
    }
    // The secret that was entered last comes first.
    expect(seen).toEqual(['planted-three', 'planted-two', 'planted-one']);

    const other = await opened();
    await other.vault.merges.judgeSecret(other.id, other.vault.identityOf(other.id), true);
    expect(await other.secret()).toBe('planted-three');
    expect(other.vault.merges.hasSpareSecret(other.id)).toBe(false);
    expect(JSON.stringify(document.read())).not.toContain('spareSecrets');
  });

  it('begin with the one that got a token, and keep that token', async () => {
    const token = { data: 'cGxhbnRlZC10b2tlbg==', protection: 'protected' as const };
    const { secret, document } = await opened((file) => ({
      ...file,
      connections: file.connections.map((it) =>
        it.name === 'First' && it.openApi ? { ...it, openApi: { ...it.openApi, token } } : it,
      ),
    }));
    expect(await secret()).toBe('planted-one');
    expect(document.read()?.connections[0]?.openApi?.token).toEqual(token);
  });

  it('go when a person types another one, deletes it, enters another client, or moves to another host', async () => {
    for (const change of ['replace', 'delete', 'client', 'host'] as const) {
      const { vault, id, document } = await opened();
      if (change === 'replace') await vault.replaceSecret({ credentialId: id, clientSecret: 'planted-new' });
      if (change === 'delete') await vault.deleteSecret({ credentialId: id });
      if (change === 'client')
        await vault.setOpenApi({
          connectionId: vault.connectionOf(id).connection.id,
          clientId: 'another-client',
          clientSecret: 'planted-new',
        });
      if (change === 'host')
        await vault.update({
          id: vault.connectionOf(id).connection.id,
          addresses: { ...ADDRESSES, authUrl: 'https://evil.test' },
        });
      expect(document.text).not.toContain('spareSecrets');
    }
  });
});

describe('any profile', () => {
  const clientId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const input = fc.record({
    openApi: fc.option(clientId),
    applications: fc.uniqueArray(clientId, { maxLength: 5 }),
    address: fc.constantFrom('https://one.test', 'https://two.test'),
  });

  it('keeps each client and each secret, once, and is merged once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(input, { minLength: 1, maxLength: 5 }), async (parts) => {
        const inputs = parts.map(({ openApi, applications, address }, index) => ({
          ...{ name: `N${index}`, presetId: 'custom' as const },
          addresses: { ...ADDRESSES, authUrl: address, bookingAuthUrl: address },
          openApi: openApi && { clientId: `open-${openApi}`, clientSecret: `planted-${index}-open` },
          applications: applications.map((id) => ({
            ...application(1),
            clientId: `app-${id}`,
            clientSecret: `planted-${index}-${id}`,
          })),
        }));
        const { document, connections, open } = await profileOf(inputs);
        const vault = await open();
        const after = document.read()?.connections ?? [];
        expect(clientsOf(after).toSorted()).toEqual([...new Set(clientsOf(connections))].toSorted());
        const ids = (list: readonly StoredConnection[]) => list.flatMap((it) => credentialsOf(it).map(({ id }) => id));
        const moved = vault.merges.unstored.flatMap((merge) => merge.credentials.map(({ from }) => from));
        expect([...ids(after), ...moved].toSorted()).toEqual(ids(connections).toSorted());
        const secretsOf = (list: readonly StoredConnection[]) =>
          list.flatMap((it) =>
            credentialsOf(it).flatMap(({ secret, spareSecrets = [] }) =>
              [secret, ...spareSecrets].map((held) => held?.data),
            ),
          );
        expect(secretsOf(after).toSorted()).toEqual(secretsOf(connections).toSorted());
        const text = document.text;
        await open();
        expect(document.text).toBe(text);
      }),
      { numRuns: 40 },
    );
  });
});
