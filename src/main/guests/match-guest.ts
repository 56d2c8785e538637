/** How guests are found while a person types, and when two entries are the same guest. */
import type { GuestRecord } from '../../shared/model/guest.ts';
import type { Guest } from '../../shared/model/quote.ts';

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const words = (text: string): string[] =>
  plain(text)
    .split(/[\s,;]+/)
    .filter(Boolean);

export const trimmedGuest = ({ firstName, lastName, email, phone }: Guest): Guest => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
  phone: phone.trim(),
});

export const isEmptyGuest = (guest: Guest): boolean => Object.values(trimmedGuest(guest)).every((text) => text === '');

/** The mail address, else the name, else the phone number. */
export function identityOf(guest: Guest): string {
  const { firstName, lastName, email, phone } = trimmedGuest(guest);
  if (email !== '') return `mail ${plain(email)}`;
  const name = words(`${firstName} ${lastName}`).join(' ');
  return name === '' ? `phone ${phone.replaceAll(/\D/g, '')}` : `name ${name}`;
}

/** Whether every typed word begins a word of the name, the mail address or its host, or is in the phone number. */
export function matcher(search: string): (guest: GuestRecord) => boolean {
  const wanted = words(search);
  return ({ firstName, lastName, email, phone }) => {
    const known = [...words(`${firstName} ${lastName}`), ...plain(email).split(/[@.]/), plain(email)];
    const digits = phone.replaceAll(/\D/g, '');
    return wanted.every((word) => {
      const number = word.replaceAll(/\D/g, '');
      return known.some((one) => one.startsWith(word)) || (number.length >= 2 && digits.includes(number));
    });
  };
}
