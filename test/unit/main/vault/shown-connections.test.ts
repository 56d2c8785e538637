import { describe, expect, it } from 'vitest';
import type { Deletion } from '../../../../src/main/store/deletions.ts';
import { ShownConnections } from '../../../../src/main/vault/shown-connections.ts';
import type { ConnectionsSnapshot } from '../../../../src/shared/model/connection.ts';
import { UNDO_MS } from '../../../../src/shared/time/undo-time.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { memoryDeletions } from '../../../support/memory-deletions.ts';
import { newConnection, openVault, otherConnection, SANDBOX_KEYS } from './open-vault.ts';

/** A vault with the sandbox, "First" and "Second", of which the second was chosen last. */
async function open() {
  const { vault, document } = await openVault();
  await vault.ensureSandbox(SANDBOX_KEYS);
  const first = await vault.create(newConnection({ name: 'First' }));
  const second = await vault.create(otherConnection('Second'));
  const clock = new ManualClock();
  const listed: string[] = [];
  const list = {
    async add(id: string) {
      // The vault has the connection until it is on the list.
      vault.connection(id);
      listed.push(id);
    },
  };
  const pending: Deletion[] = [];
  /** As the next start after a kill does. */
  const restart = () => {
    const next = memoryDeletions(clock, pending);
    return { deletions: next, shown: new ShownConnections({ vault, list, deletions: next }) };
  };
  const { deletions, shown: removals } = restart();
  const published: ConnectionsSnapshot[] = [];
  removals.changed.subscribe((snapshot) => published.push(snapshot));
  const shown = () => removals.snapshot().connections.map(({ name }) => name);
  const stored = () => vault.snapshot().connections.map(({ name }) => name);
  return { vault, document, removals, deletions, first, second, clock, published, shown, stored, listed, restart };
}

it('a connection to a host that the administrator does not allow is not saved, and the sentence names the host', async () => {
  const { vault, deletions, first } = await open();
  const allowedHosts = async () => ['open.example.com', 'booking.example.com'];
  const managed = new ShownConnections({ vault, list: { async add() {} }, deletions, allowedHosts });
  const elsewhere = { ...first.addresses, baseUrl: 'https://api.elsewhere.example/v1' };
  const issue = {
    path: 'addresses.baseUrl',
    message: expect.stringContaining('does not allow the host api.elsewhere.example. Allowed: open.example.com'),
  };
  for (const save of [
    () => managed.update({ id: first.id, addresses: elsewhere } as never),
    () => managed.create({ ...otherConnection('Third'), addresses: elsewhere } as never),
  ])
    await expect(save()).rejects.toMatchObject({ data: { issues: expect.arrayContaining([issue]) } });
  await managed.update({ id: first.id, name: 'Renamed' } as never);
});

describe('removing a connection', () => {
  it('hides it at once, and deletes it when its undo has run out', async () => {
    const { removals, deletions, second, clock, document, published, shown, stored, listed } = await open();
    const before = removals.snapshot().revision;
    const id = await removals.remove({ id: second.id });
    expect(shown()).toEqual(['Sandbox', 'First']);
    expect(removals.snapshot().currentId).toBe(published.at(-1)?.connections[1]?.id);
    expect(published.at(-1)).toEqual(removals.snapshot());
    expect(removals.snapshot().revision).toBeGreaterThan(before);
    await clock.advance(UNDO_MS);
    expect(stored()).toContain('Second');
    expect(listed).toEqual([]);
    await clock.advance(60_000);
    expect(stored()).toEqual(['Sandbox', 'First']);
    expect(listed).toEqual([second.id]);
    expect(JSON.stringify(document.read())).not.toContain(second.id);
    await expect(deletions.undo(id)).rejects.toMatchObject({ code: 'notFound' });
  });

  it('is undone: the connection is as it was, with its secrets, and can be removed again', async () => {
    const { vault, removals, deletions, first, second, clock, shown } = await open();
    const id = await removals.remove({ id: first.id });
    const hidden = removals.snapshot().revision;
    await deletions.undo(id);
    expect(shown()).toEqual(['Sandbox', 'First', 'Second']);
    expect(removals.snapshot().revision).toBeGreaterThan(hidden);
    await clock.advance(60_000);
    expect(vault.connection(first.id)).toEqual(first);
    expect((await vault.secretOf(first.openApi?.id ?? '')).reveal()).not.toBe('');
    await removals.remove({ id: first.id });
    await removals.remove({ id: second.id });
    expect(shown()).toEqual(['Sandbox']);
    expect(removals.snapshot().currentId).toBe('sandbox');
  });

  it('is done at the next start after a kill', async () => {
    const { removals, first, stored, listed, restart } = await open();
    await removals.remove({ id: first.id });
    const next = restart();
    await next.deletions.finishEarlier();
    expect(stored()).toEqual(['Sandbox', 'Second']);
    expect(listed).toEqual([first.id]);
  });

  it('is finished before another connection may need its name or client ID, and its undo says so', async () => {
    const { removals, deletions, first, shown, clock } = await open();
    const id = await removals.remove({ id: first.id });
    const again = await removals.create(newConnection({ name: 'First' }));
    await expect(deletions.undo(id)).rejects.toMatchObject({
      data: { code: 'invalidInput', issues: [{ connection: { id: again.id } }] },
    });
    expect(shown()).toEqual(['Sandbox', 'Second', 'First']);
    expect(clock.pending).toBe(0);
  });

  it('fails for the sandbox, and for a connection that is removed already or does not exist', async () => {
    const { removals, first } = await open();
    await expect(removals.remove({ id: 'sandbox' })).rejects.toMatchObject({ code: 'sandboxConnection' });
    await expect(removals.remove({ id: 'nobody' })).rejects.toMatchObject({ code: 'notFound' });
    await removals.remove({ id: first.id });
    await expect(removals.remove({ id: first.id })).rejects.toMatchObject({ code: 'notFound' });
  });

  it('cannot be undone while it is being deleted', async () => {
    const { removals, deletions, document, first, clock, stored } = await open();
    const id = await removals.remove({ id: first.id });
    const gate = Promise.withResolvers<void>();
    document.gate = gate.promise;
    await clock.advance(60_000);
    await expect(deletions.undo(id)).rejects.toMatchObject({ code: 'notFound' });
    gate.resolve();
    await deletions.finish();
    expect(stored()).toEqual(['Sandbox', 'Second']);
  });

  it('stays hidden when it cannot be deleted, says so to a new connection, and is deleted at the next start', async () => {
    const { removals, document, first, clock, shown, stored, restart } = await open();
    await removals.remove({ id: first.id });
    document.failWrites = true;
    await expect(removals.create(newConnection({ name: 'First' }))).rejects.toMatchObject({ code: 'storageFailed' });
    await clock.advance(60_000);
    expect(shown()).toEqual(['Sandbox', 'Second']);
    document.failWrites = false;
    await restart().deletions.finishEarlier();
    expect(stored()).toEqual(['Sandbox', 'Second']);
  });
});
