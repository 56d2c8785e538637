/** Describes the main facts of a listing in sentences. It reads a record of unknown shape. Pure. */

import type { Fact } from '../../../../shared/model/field.ts';
import type { Json } from '../../../../shared/model/primitives.ts';
import { upperFirst } from '../../../../shared/text/first-letter.ts';
import { fieldText } from '../../../text/field-text.ts';
import { formatCount } from '../../../text/format.ts';

/** Patterns that find each fact by the end of its path. */
const NAMES = {
  guests: /(^|\.)(accommodates|maxGuests|capacity|personCapacity|sleeps)$/i,
  bedrooms: /(^|\.)(bedrooms|numberOfBedrooms)$/i,
  beds: /(^|\.)(beds|numberOfBeds)$/i,
  bathrooms: /(^|\.)(bathrooms|numberOfBathrooms)$/i,
  minNights: /(^|\.)(minNights|minimumNights|minStay)$/i,
  maxNights: /(^|\.)(maxNights|maximumNights|maxStay)$/i,
  checkIn: /(^|\.)(defaultCheckInTime|checkInTime|checkinTime)$/i,
  checkOut: /(^|\.)(defaultCheckOutTime|checkOutTime|checkoutTime)$/i,
  address: /(^|\.)(address\.full|full|fullAddress|formattedAddress)$|^address$/i,
} as const;

const numberOf = (value: Json | undefined): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** Writes up to three sentences about a listing: its size, the nights of a stay, and the check-in and check-out times. Missing facts are left out. */
export function describeListing(facts: readonly Fact[]): string[] {
  const readFact = (name: keyof typeof NAMES): Json | undefined =>
    facts.find(({ path }) => NAMES[name].test(path))?.value;
  const counted = (name: keyof typeof NAMES, one: string): string | null => {
    const count = numberOf(readFact(name));
    return count === null || count <= 0 ? null : formatCount(count, one);
  };
  const timeOf = (name: 'checkIn' | 'checkOut'): string | null => {
    const value = readFact(name);
    return typeof value === 'string' && /^\d{1,2}:\d{2}/.test(value) ? value.slice(0, 5) : null;
  };
  const guests = counted('guests', 'guest');
  const rooms = [counted('bedrooms', 'bedroom'), counted('beds', 'bed'), counted('bathrooms', 'bathroom')].filter(
    Boolean,
  );
  const size = [guests === null ? null : `Sleeps ${guests}`, ...rooms].filter(Boolean).join(', ');
  const [least, most] = [counted('minNights', 'night'), counted('maxNights', 'night')];
  const stays =
    least && most ? `from ${least} to ${most}` : least ? `of at least ${least}` : most ? `of at most ${most}` : '';
  const [arrival, departure] = [timeOf('checkIn'), timeOf('checkOut')];
  const times = [arrival ? `check-in from ${arrival}` : '', departure ? `check-out until ${departure}` : '']
    .filter(Boolean)
    .join(', ');
  return [size, stays === '' ? '' : `Stays ${stays}`, times]
    .filter((text) => text !== '')
    .map((text) => `${upperFirst(text)}.`);
}

/** Returns the address of a listing in one line; null when the record has none. */
export function addressOf(facts: readonly Fact[]): string | null {
  const fact = facts.find(({ path, value }) => NAMES.address.test(path) && value !== '');
  const text = fact ? fieldText('address', fact.value) : '';
  return text === '' ? null : text;
}
