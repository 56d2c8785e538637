import { expect, it } from 'vitest';
import { isSentTo } from '../../../../src/main/guests/match-guest.ts';

const guest = (firstName: string, lastName: string, email = '') => ({ firstName, lastName, email, phone: '' });
const ADA = guest('Ada', 'Lovelace', 'ada@guest.example');
const BEN = guest('Ben', 'Ode', 'ben@guest.example');

it.each([
  ['its mail address, under a former name', [BEN], 'Ada Byron', 'ADA@guest.example', true],
  ['its name in another spelling', [BEN], ' ada  LOVELACE', '', true],
  ['a former name, of an offer without an address', [BEN], 'Ada Byron', '', true],
  ['the name of another guest of the quote', [BEN], 'Ben Ode', '', false],
  ['the address of another guest, under this guest’s name', [BEN], 'Ada Lovelace', 'ben@guest.example', false],
  ['nobody, with a quote that another guest has too', [BEN], '', '', false],
  ['nobody, with a quote of this guest alone', [], '', '', true],
  ['anybody, with a quote of this guest alone', [], 'Somebody Else', 'else@guest.example', true],
] as const)('an offer to %s', (_, others, name, email, expected) => {
  expect(isSentTo(ADA, others, { name, email })).toBe(expected);
});
