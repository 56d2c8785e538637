/** Reads phone numbers as people write them: "+49 (0)171 / 234 56 78", "0049171...", "0171-2345678". */

const SIGNS = /^\+?[\d\s()./–-]+$/;

/** Formats a phone number as it is dialled, with a leading + when it has its country: "+491712345678". */
export function dialled(text: string): string {
  const written = text.trim();
  const isInternational = /^(\+|00)/.test(written);
  // The zero in brackets is dialled only within the country.
  const digits = (isInternational ? written.replace(/\(0\)/, '') : written).replaceAll(/\D/g, '');
  return isInternational ? `+${digits.replace(/^00/, '')}` : digits;
}

/** A number with its country and without spaces. The code of a country has one to three digits (ITU-T E.164). */
const UNGROUPED = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{4,})$/;

/** Groups the digits of a number that is stored as it is dialled: "+49 171 234 5678". A number that a person grouped stays as it is. */
export function groupedPhone(phone: string): string {
  const [, country, own] = UNGROUPED.exec(phone.trim()) ?? [];
  return own === undefined ? phone : [`+${country}`, ...(own.match(/\d{3}(?=\d{2})|\d+/g) ?? [])].join(' ');
}

/** True for a text that is a phone number of 6 to 15 digits (ITU-T E.164). */
export function isPhone(text: string): boolean {
  const digits = dialled(text).replace('+', '').length;
  return SIGNS.test(text.trim()) && digits >= 6 && digits <= 15;
}

/** The fewest digits after the country by which a number that is stored without its country is found. */
const MIN_OWN_DIGITS = 7;

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '');

/** Makes a test for phone numbers that contain `part`, with or without its country or its leading zero. */
export function phoneMatcher(part: string): (phone: string) => boolean {
  const search = dialled(part);
  const wanted = search.replace('+', '');
  const bare = withoutZeros(wanted);
  if (bare === '') return () => false;
  // The code of a country has one to three digits (ITU-T E.164).
  const own = (search.startsWith('+') ? [1, 2, 3] : [])
    .map((at) => withoutZeros(wanted.slice(at)))
    .filter(({ length }) => length >= MIN_OWN_DIGITS);
  return (phone) => {
    const known = dialled(phone);
    if (known.includes(wanted) || (bare !== wanted && known.includes(bare))) return true;
    return !known.startsWith('+') && own.some((digits) => withoutZeros(known).startsWith(digits));
  };
}

/** The fewest digits for which phone numbers are searched. */
const MIN_DIGITS = 3;

/** Returns the trimmed search if it can be a part of a phone number; `null` for any other text. */
export const phoneSearch = (search: string): string | null =>
  SIGNS.test(search.trim()) && search.replaceAll(/\D/g, '').length >= MIN_DIGITS ? search.trim() : null;
