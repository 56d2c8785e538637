/** Nothing is released under the id or the address of nobody. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Owner, placeholdersIn, readOwner } from '../../../scripts/lib/owner.mjs';
import { makeKeys } from '../../../scripts/lib/signed-list.mjs';

const OWNED: Owner = {
  appId: 'com.acme.latchkey',
  homepage: 'https://latchkey.acme.com',
  author: { name: 'Acme', email: 'it@acme.com' },
  updates: { url: 'https://updates.acme.com/latchkey', publicKey: makeKeys().publicKey },
};

describe('the owner of a release', () => {
  it('is known when the id, the home page and the address are somebody’s', () => {
    expect(placeholdersIn(OWNED)).toEqual([]);
  });

  it.each<[name: string, changed: Partial<Owner>]>([
    ['appId', { appId: 'example.latchkey.console' }],
    ['appId', { appId: 'latchkey' }],
    ['appId', { appId: 'com.acme/../x' }],
    ['homepage', { homepage: 'https://latchkey.example' }],
    ['homepage', { homepage: 'https://www.example.com/latchkey' }],
    ['homepage', { homepage: 'http://acme.com' }],
    ['homepage', { homepage: 'acme.com' }],
    ['author.email', { author: { name: 'Acme', email: 'it@users.noreply.example' } }],
    ['author.email', { author: { name: 'Acme', email: 'it' } }],
    ['updates.url', { updates: { ...OWNED.updates, url: '' } }],
    ['updates.url', { updates: { ...OWNED.updates, url: 'http://updates.acme.com' } }],
    ['updates.publicKey', { updates: { ...OWNED.updates, publicKey: '' } }],
    ['updates.publicKey', { updates: { ...OWNED.updates, publicKey: `${OWNED.updates.publicKey} ` } }],
  ])('lacks %s with %j', (name, changed) => {
    expect(placeholdersIn({ ...OWNED, ...changed })).toEqual([name]);
  });

  it('is asked for by name, before anything is built', () => {
    const script = join(import.meta.dirname, '../../../scripts/verify-owner.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    const missing = placeholdersIn(readOwner());
    expect([status, stderr.includes(missing.join(', '))]).toEqual([missing.length === 0 ? 0 : 1, true]);
  });
});
