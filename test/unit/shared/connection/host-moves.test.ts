import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_KEYS } from '../../../../src/shared/connection/account.ts';
import { hostMovesOf, movedCredentialsOf, secretHostOf } from '../../../../src/shared/connection/host-moves.ts';
import type { Addresses, AddressKey } from '../../../../src/shared/model/connection.ts';
import type { Api } from '../../../../src/shared/model/primitives.ts';

const origin = fc.constantFrom(
  'https://a.example',
  'https://b.example',
  'https://a.example:444',
  'https://a.example.b.example',
);
const address = fc.option(fc.tuple(origin, fc.constantFrom('', '/api', '/a/b')).map((parts) => parts.join('')));
const addresses: fc.Arbitrary<Addresses> = fc.record({
  ...{ baseUrl: address, authUrl: address },
  ...{ bookingBaseUrl: address, bookingAuthUrl: address },
});
const keys = Object.values(ADDRESS_KEYS).flatMap(({ base, token }): AddressKey[] => [base, token]);
const originOf = (text: string | null) => (text === null ? null : new URL(text).origin);

describe('hostMovesOf', () => {
  it('has a move for exactly the addresses whose scheme, host or port differs', () => {
    fc.assert(
      fc.property(addresses, addresses, (before, after) => {
        const expected = keys.filter((key) => after[key] !== null && originOf(before[key]) !== originOf(after[key]));
        expect(hostMovesOf(before, after).map(({ key }) => key)).toEqual(expected);
        expect(hostMovesOf(after, after)).toEqual([]);
      }),
    );
  });

  it('names the hosts with their ports', () => {
    const none: Addresses = { baseUrl: null, authUrl: null, bookingBaseUrl: null, bookingAuthUrl: null };
    const before = { ...none, authUrl: 'https://a.example/x' };
    const after = { ...none, authUrl: 'https://a.example:444/x', bookingBaseUrl: 'https://b.example' };
    expect(hostMovesOf(before, after)).toEqual([
      { api: 'openApi', key: 'authUrl', from: 'a.example', to: 'a.example:444' },
      { api: 'booking', key: 'bookingBaseUrl', from: null, to: 'b.example' },
    ]);
    expect([secretHostOf(after, 'openApi'), secretHostOf(after, 'booking')]).toEqual(['a.example:444', null]);
  });

  it('concerns the credentials of the APIs that move', () => {
    const openApi: { api: Api } = { api: 'openApi' };
    const applications: { api: Api }[] = [{ api: 'booking' }, { api: 'booking' }];
    const move = { api: 'booking' as const, key: 'bookingBaseUrl' as const, from: 'a.example', to: 'b.example' };
    expect(movedCredentialsOf({ openApi, applications }, [move])).toEqual(applications);
    expect(movedCredentialsOf({ openApi: null, applications }, [])).toEqual([]);
  });
});
