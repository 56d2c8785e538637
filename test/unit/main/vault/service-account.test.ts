import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountOf, heirsOf } from '../../../../src/main/vault/service-account.ts';
import type { Connection, Credential, PresetId } from '../../../../src/shared/model/connection.ts';

const AUTH = 'https://auth.example';

const credential = (api: Credential['api'], clientId: string): Credential => ({
  id: `${api}-${clientId}-${Math.random()}`,
  api,
  label: clientId,
  clientId,
  secret: 'encrypted',
  secretSetAt: 0,
  bookingOption: api === 'booking' ? 'both' : null,
});

interface Parts {
  readonly openApi?: string | null;
  readonly applications?: readonly string[];
  readonly auth?: string;
  readonly presetId?: PresetId;
  readonly createdAt?: number;
}

const connection = (id: string, parts: Parts) => ({
  id,
  presetId: parts.presetId ?? ('custom' as const),
  addresses: {
    baseUrl: AUTH,
    authUrl: parts.auth ?? AUTH,
    bookingBaseUrl: AUTH,
    bookingAuthUrl: parts.auth ?? AUTH,
  } satisfies Connection['addresses'],
  openApi: parts.openApi ? credential('openApi', parts.openApi) : null,
  applications: (parts.applications ?? []).map((clientId) => credential('booking', clientId)),
  createdAt: parts.createdAt ?? 0,
});

describe('the service account of a connection', () => {
  it('is shared by connections with the same client ID at the same token address', () => {
    const list = [connection('a', { openApi: 'x' }), connection('b', { openApi: 'x', applications: ['y'] })];
    expect(accountOf(list, 'b')).toEqual({ id: 'a', connectionIds: ['a', 'b'] });
    expect(accountOf(list, 'a')).toBe(accountOf(list, 'b'));
  });

  it('is that of the oldest connection, whatever the order of the list', () => {
    const list = [
      connection('young', { openApi: 'x', createdAt: 2 }),
      connection('old', { openApi: 'x', createdAt: 1 }),
    ];
    expect(accountOf(list, 'young').id).toBe('old');
  });

  it('is another one for another client ID, token address or API', () => {
    const list = [
      connection('a', { openApi: 'x' }),
      connection('b', { openApi: 'other' }),
      connection('c', { openApi: 'x', auth: 'https://auth.other' }),
      connection('d', { applications: ['x'] }),
    ];
    for (const { id } of list) expect(accountOf(list, id).connectionIds).toEqual([id]);
  });

  it('joins connections that have only a third one in common', () => {
    const list = [
      connection('a', { openApi: 'x' }),
      connection('b', { applications: ['y'] }),
      connection('c', { openApi: 'x', applications: ['y'] }),
    ];
    expect(accountOf(list, 'b')).toEqual({ id: 'a', connectionIds: ['a', 'b', 'c'] });
  });

  it('is the connection’s own without credentials, when it is not in the list, and for the sandbox', () => {
    const list = [
      connection('sandbox', { presetId: 'sandbox', openApi: 'x' }),
      connection('a', { openApi: 'x' }),
      connection('b', {}),
      connection('c', {}),
    ];
    for (const id of ['sandbox', 'a', 'b', 'c', 'gone'])
      expect(accountOf(list, id)).toEqual({ id, connectionIds: [id] });
  });

  it('is a partition: every connection is in exactly one account, together with all that share a credential', () => {
    const parts = fc.record({
      openApi: fc.option(fc.constantFrom('o1', 'o2', 'o3')),
      applications: fc.uniqueArray(fc.constantFrom('b1', 'b2', 'b3', 'b4'), { maxLength: 3 }),
      createdAt: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (all) => {
        const list = all.map((it, index) => connection(`c${index}`, it));
        for (const one of list) {
          const account = accountOf(list, one.id);
          expect(account.connectionIds).toContain(one.id);
          expect(account.id).toBe(account.connectionIds[0]);
          for (const id of account.connectionIds) expect(accountOf(list, id)).toBe(account);
          for (const other of list) {
            const shares =
              (one.openApi !== null && one.openApi.clientId === other.openApi?.clientId) ||
              one.applications.some((it) => other.applications.some(({ clientId }) => clientId === it.clientId));
            if (shares) expect(account.connectionIds).toContain(other.id);
          }
        }
      }),
    );
  });
});

describe('the heir of an account', () => {
  const [a, b] = [connection('a', { openApi: 'x' }), connection('b', { openApi: 'x', createdAt: 1 })];
  const c = connection('c', { openApi: 'y', createdAt: 2 });

  it('is the account that has its credentials after the oldest connection was removed or edited', () => {
    expect(heirsOf([a, b, c], [b, c])).toEqual(
      new Map([
        ['a', 'b'],
        ['c', 'c'],
      ]),
    );
    const moved = connection('a', { openApi: 'y' });
    expect(heirsOf([a, b, c], [moved, b, c])).toEqual(
      new Map([
        ['a', 'b'],
        ['c', 'a'],
      ]),
    );
  });

  it('is the connection itself when its credentials were replaced, and none when it joined another account', () => {
    expect(heirsOf([a], [connection('a', { openApi: 'z' })])).toEqual(new Map([['a', 'a']]));
    expect(heirsOf([a, c], [connection('a', { openApi: 'y' }), c])).toEqual(
      new Map([
        ['a', null],
        ['c', 'a'],
      ]),
    );
    expect(heirsOf([a], [])).toEqual(new Map([['a', null]]));
  });

  it('is one for each account, and has a credential of it or is a connection of it', () => {
    const parts = fc.record({
      openApi: fc.option(fc.constantFrom('o1', 'o2')),
      applications: fc.uniqueArray(fc.constantFrom('b1', 'b2', 'b3'), { maxLength: 2 }),
      createdAt: fc.nat(3),
    });
    const lists = fc.array(fc.tuple(parts, fc.option(parts)), { maxLength: 6 });
    fc.assert(
      fc.property(lists, (all) => {
        const before = all.map(([it], index) => connection(`c${index}`, it));
        const after = all.flatMap(([, it], index) => (it ? [connection(`c${index}`, it)] : []));
        const heirs = heirsOf(before, after);
        expect([...heirs.keys()].sort()).toEqual([...new Set(before.map(({ id }) => accountOf(before, id).id))].sort());
        for (const [id, heir] of heirs) {
          const idsOf = (list: typeof before, members: readonly string[]) =>
            list
              .filter((it) => members.includes(it.id))
              .flatMap((it) => [it.openApi, ...it.applications].flatMap((one) => one?.clientId ?? []));
          const members = accountOf(before, id).connectionIds;
          const keys = idsOf(before, members);
          if (heir === null) {
            expect(
              idsOf(
                after,
                after.map((it) => it.id),
              ).filter((key) => keys.includes(key)),
            ).toEqual([]);
            continue;
          }
          expect(accountOf(after, heir).id).toBe(heir);
          const shared = idsOf(after, accountOf(after, heir).connectionIds).filter((key) => keys.includes(key));
          expect(shared.length > 0 || members.includes(heir)).toBe(true);
        }
      }),
    );
  });
});
