import { describe, expect, it } from 'vitest';
import { ConnectionRemovals, RESTORABLE_MS } from '../../../../src/main/vault/connection-removals.ts';
import type { ConnectionsSnapshot } from '../../../../src/shared/model/connection.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { newConnection, openVault, otherConnection, SANDBOX_KEYS } from './open-vault.ts';

/** A vault with the sandbox, "First" and "Second", of which the second was chosen last. */
async function open() {
  const { vault, document } = await openVault();
  await vault.ensureSandbox(SANDBOX_KEYS);
  const first = await vault.create(newConnection({ name: 'First' }));
  const second = await vault.create(otherConnection('Second'));
  const clock = new ManualClock();
  const log = new FakeLog();
  const listed: string[] = [];
  const list = {
    async add(id: string) {
      // The vault has the connection until it is on the list.
      vault.connection(id);
      listed.push(id);
    },
  };
  const removals = new ConnectionRemovals({ vault, list, clock, log });
  const published: ConnectionsSnapshot[] = [];
  removals.changed.subscribe((snapshot) => published.push(snapshot));
  const shown = () => removals.snapshot().connections.map(({ name }) => name);
  const stored = () => vault.snapshot().connections.map(({ name }) => name);
  return { vault, document, removals, first, second, clock, log, published, shown, stored, listed };
}

describe('removing a connection', () => {
  it('hides it at once, and deletes it when its undo has run out', async () => {
    const { removals, second, clock, document, published, shown, stored, listed } = await open();
    const before = removals.snapshot().revision;
    await removals.remove({ id: second.id });
    expect(shown()).toEqual(['Sandbox', 'First']);
    expect(removals.snapshot().currentId).toBe(published.at(-1)?.connections[1]?.id);
    expect(published.at(-1)).toEqual(removals.snapshot());
    expect(removals.snapshot().revision).toBeGreaterThan(before);
    await clock.advance(RESTORABLE_MS - 1);
    expect(stored()).toContain('Second');
    expect(listed).toEqual([]);
    await clock.advance(1);
    await removals.finish();
    expect(stored()).toEqual(['Sandbox', 'First']);
    expect(listed).toEqual([second.id]);
    expect(JSON.stringify(document.read())).not.toContain(second.id);
    await expect(removals.restore({ id: second.id })).rejects.toMatchObject({ code: 'notFound' });
  });

  it('is undone: the connection is as it was, with its secrets, and can be removed again', async () => {
    const { vault, removals, first, second, clock, shown } = await open();
    await removals.remove({ id: first.id });
    const hidden = removals.snapshot().revision;
    await removals.restore({ id: first.id });
    expect(shown()).toEqual(['Sandbox', 'First', 'Second']);
    expect(removals.snapshot().revision).toBeGreaterThan(hidden);
    await clock.advance(RESTORABLE_MS * 2);
    expect(vault.connection(first.id)).toEqual(first);
    expect((await vault.secretOf(first.openApi?.id ?? '')).reveal()).not.toBe('');
    await removals.remove({ id: first.id });
    await removals.remove({ id: second.id });
    expect(shown()).toEqual(['Sandbox']);
    expect(removals.snapshot().currentId).toBe('sandbox');
  });

  it('is finished before the console quits, and before another connection may need its name', async () => {
    const { removals, first, second, clock, shown, stored } = await open();
    await removals.remove({ id: first.id });
    await removals.create(newConnection({ name: 'First' }));
    expect(shown()).toEqual(['Sandbox', 'Second', 'First']);
    await removals.remove({ id: second.id });
    await removals.finish();
    expect(stored()).toEqual(['Sandbox', 'First']);
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
    const { removals, document, first, clock, stored } = await open();
    await removals.remove({ id: first.id });
    const gate = Promise.withResolvers<void>();
    document.gate = gate.promise;
    await clock.advance(RESTORABLE_MS);
    await expect(removals.restore({ id: first.id })).rejects.toMatchObject({ code: 'notFound' });
    gate.resolve();
    await removals.finish();
    expect(stored()).toEqual(['Sandbox', 'Second']);
  });

  it('shows the connection again when it cannot be deleted', async () => {
    const { removals, document, first, clock, log, shown } = await open();
    await removals.remove({ id: first.id });
    document.failWrites = true;
    await clock.advance(RESTORABLE_MS);
    await removals.finish();
    expect(shown()).toEqual(['Sandbox', 'First', 'Second']);
    expect(log.entries).toHaveLength(1);
  });
});
