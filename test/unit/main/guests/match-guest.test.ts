import { expect, it } from 'vitest';
import { identityOf, isSentTo, matcher } from '../../../../src/main/guests/match-guest.ts';
import { dialled, groupedPhone, isPhone } from '../../../../src/shared/text/phone.ts';

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

it.each(['0171', '171 234', '+49 171', '0049 171 2345', '234 56 78', '(0)171', '/ 234 56'])(
  'finds a guest by “%s”, a part of the phone number as people write it',
  (search) => {
    const record = { id: 'g', connectionId: 'c', quoteIds: [], lastAt: 1, ...ADA };
    const isFound = matcher(search);
    for (const phone of ['+49 (0)171 / 234 56 78', '0049-171-2345678', '+491712345678'])
      expect(isFound({ ...record, phone }), phone).toBe(true);
    expect(isFound({ ...record, phone: '+44 20 5550 0143' })).toBe(false);
    expect(isFound({ ...record, phone: '' })).toBe(false);
  },
);

it('finds a number that is stored without its country by one with it', () => {
  const record = { id: 'g', connectionId: 'c', quoteIds: [], lastAt: 1, ...ADA };
  const isFound = (phone: string, search: string) => matcher(search)({ ...record, phone });
  expect(isFound('0171 2345678', '+49 171 2345678')).toBe(true);
  expect(isFound('0171 2345678', '0049 (0)171 2345')).toBe(true);
  expect(isFound('06 1234567', '+39 06 1234567')).toBe(true);
  expect(isFound('0171 2345678', '+49 171 2345679')).toBe(false);
  expect(isFound('+44 171 2345678', '+49 171 2345678')).toBe(false);
  for (const nobody of ['00 (0)', '000', '0 0 0']) expect(isFound('0171 2345678', nobody), nobody).toBe(false);
});

it('reads a phone number as people write it', () => {
  expect(dialled('+49 (0)171 / 234 56 78')).toBe('+491712345678');
  expect(dialled('0049 171 2345678')).toBe('+491712345678');
  expect(dialled('(020) 5550-0143')).toBe('02055500143');
  const of = (phone: string) => identityOf({ firstName: '', lastName: '', email: '', phone });
  expect(of('+49 (0)171 2345678')).toBe(of('0049 171/2345678'));
  expect(['12345', 'call me', '+', '1234567890123456'].filter(isPhone)).toEqual([]);
});

it.each([
  ['+491712345678', '+49 171 234 5678'],
  ['+12125550143', '+1 212 555 0143'],
  ['+351912345678', '+351 912 345 678'],
  ['+3912345', '+39 123 45'],
  ['+49 (0)171 / 234 56 78', '+49 (0)171 / 234 56 78'],
  ['01712345678', '01712345678'],
  ['', ''],
])('shows the phone number “%s” as “%s”', (stored, shown) => {
  expect(groupedPhone(stored)).toBe(shown);
  expect(dialled(groupedPhone(stored))).toBe(dialled(stored));
});
