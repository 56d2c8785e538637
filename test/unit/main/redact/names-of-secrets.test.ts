/** Names of secrets in words of the author's own choice: what a code opens, in singular and plural, in either order, in several languages. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { words } from '../../../../src/main/redact/name-list.ts';
import { redactBody } from '../../../../src/main/redact/redact-body.ts';
import { isSecretName } from '../../../../src/main/redact/redact-keys.ts';

const opened = fc.constantFrom(
  ...words(`
    door frontDoor gate lock smartLock entry alarm keyBox garage wifi recovery user device verification backup
    twoFactor login unlock keypad elevator access reset`),
);
const code = fc.constantFrom('Code', 'Codes', 'Pin', 'Pins');
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (name) => name.replace(/[A-Z]/g, (letter) => `-${letter}`),
  (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase(),
];

describe('the name of a code that opens something', () => {
  it('is that of a secret, in singular and plural and in any spelling; texts, lists and numbers go', () => {
    fc.assert(
      fc.property(
        ...([opened, code, fc.constantFrom(...spellings), fc.integer({ min: 1_000, max: 999_999 })] as const),
        (what, kind, spell, digits) => {
          const name = spell(what + kind);
          expect(isSecretName(name), name).toBe(true);
          for (const value of [digits, String(digits), [String(digits)], { current: digits }]) {
            const text = JSON.stringify({ stay: { [name]: value } });
            expect(redactBody(text, text.length).text, name).not.toContain(String(digits));
          }
        },
      ),
      { numRuns: 120 },
    );
  });

  it.each([
    ...words(`
      doorcode wificode gatecodes lockpin Türcode codeForDoor code_door digicode clave_wifi wlanKey recoveryPhrase
      lockCombination signingKeys securityAnswers magic_link connectionString one_time_codes puk mot_de_passe
      accountKeys`),
    ...['codigo de acceso', 'codice accesso', 'code porte'],
  ])('%s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    ...words(`
      confirmationCode countryCode errorCode userErrorCode networkErrorCode statusCode currencyCode blockCode
      clockCode keys primaryKeys accessible lockedUntil doorType wifi wifiSpeed userCodeExpiresAt parkingType safe
      accessCount gateway deviceType apartmentType backupAt propertyCode rateCode codeOfConduct bedType postcode
      zip_codes airportCodes unitCode`),
  ])('%s names none', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

it.each([
  ['frontDoor', 'code', true],
  ['smart_lock', 'codes', true],
  ['api', 'key', true],
  ['wifi', 'key', true],
  ['error', 'code', false],
  ['aggregate', 'key', false],
  ['api', 'code', false],
])('an object around a field says what opens it: %s, %s: %s', (outer, name, goes) => {
  const text = JSON.stringify({ [outer]: [{ id: 1, [name]: 'LX4821' }] });
  expect(redactBody(text, text.length, { rules: { keepGuests: false } }).text.includes('LX4821')).toBe(!goes);
});

describe('a name in one piece', () => {
  it.each([
    ...words(`
      cvvcode cvccode cvvnumber oldpwd newpwd userpwd pwdold ftppwd pwdhash dbpass userpass encryptionkey
      encryptionkeys ENCRYPTIONKEY decryptionkey signingkey masterkey sharedkey sessionkey webhookkey storagekey
      wifikey sshkey hmackey secretcode cardcode seedphrase`),
  ])('%s is that of a secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    ...words(`
      compass bypass boardingpass passenger passport monkey turkey whiskey keyword keyboard primarykey publickey
      sortkey partitionkey listingkey bookingkey zipcode postcode statuscode pwdlength pwdpolicy basalt apartment
      japan panel company opinion shipping design`),
  ])('%s is not', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});
