/** Reads phone numbers as people write them: "+49 (0)171 / 234 56 78", "0049171...", "0171-2345678". */

const SIGNS = /^\+?[\d\s()./–-]+$/;

/** The number as it is dialled, with a leading + when it has its country: "+491712345678". */
export function dialled(text: string): string {
  const written = text.trim();
  const isInternational = /^(\+|00)/.test(written);
  // The zero in brackets is dialled only within the country.
  const digits = (isInternational ? written.replace(/\(0\)/, '') : written).replaceAll(/\D/g, '');
  return isInternational ? `+${digits.replace(/^00/, '')}` : digits;
}

/** True for a text that is a phone number of 6 to 15 digits (ITU-T E.164). */
export function isPhone(text: string): boolean {
  const digits = dialled(text).replace('+', '').length;
  return SIGNS.test(text.trim()) && digits >= 6 && digits <= 15;
}

/** Whether a part of a number, with or without its country or its leading zero, is in a number. */
export function hasDigits(phone: string, part: string): boolean {
  const wanted = dialled(part).replace('+', '');
  const known = dialled(phone).replace('+', '');
  return known.includes(wanted) || (wanted.startsWith('0') && known.includes(wanted.replace(/^0+/, '')));
}

/** The fewest digits for which phone numbers are searched. */
const MIN_DIGITS = 3;

/** The digits of a search that may be a part of a phone number; `null` for any other text. */
export const phoneSearch = (search: string): string | null =>
  SIGNS.test(search.trim()) && search.replaceAll(/\D/g, '').length >= MIN_DIGITS ? search.trim() : null;
