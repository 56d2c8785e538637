/** Finds guests while a person types, and decides whether two entries are the same guest. */
import type { GuestRecord } from '../../shared/model/guest.ts';
import type { Guest } from '../../shared/model/quote.ts';
import { dialled, phoneMatcher, phoneSearch } from '../../shared/text/phone.ts';

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

/** Identifies a guest by mail address, else by name, else by phone number. */
export function identityOf(guest: Guest): string {
  const { firstName, lastName, email, phone } = trimmedGuest(guest);
  if (email !== '') return `mail ${plain(email)}`;
  const name = words(`${firstName} ${lastName}`).join(' ');
  return name === '' ? `phone ${dialled(phone)}` : `name ${name}`;
}

/** The recipient of an offer; `email` is empty when it was not stored. */
export interface SentTo {
  readonly name: string;
  readonly email: string;
}

/**
 * Whether an offer was sent to `guest`, judged by the mail address or else by the name. `others`: the other guests of the same quote. If the name is
 * none of theirs, the offer counts as sent to each of them.
 */
export function isSentTo(guest: Guest, others: readonly Guest[], sentTo: SentTo): boolean {
  const mail = plain(sentTo.email.trim());
  const name = words(sentTo.name).join(' ');
  const mailOf = ({ email }: Guest) => plain(email.trim());
  const nameOf = ({ firstName, lastName }: Guest) => words(`${firstName} ${lastName}`).join(' ');
  if (mail !== '' && [guest, ...others].some((one) => mailOf(one) === mail)) return mailOf(guest) === mail;
  if (mail === '' && name === '') return others.length === 0;
  return nameOf(guest) === name || !others.some((other) => nameOf(other) === name);
}

/**
 * Makes a test of guests for a search. Each word must begin a word of the name or the mail address or a part of it, or be in the phone number. A
 * search for a part of a phone number finds it in any notation.
 */
export function matcher(search: string): (guest: GuestRecord) => boolean {
  const wanted = words(search).map((word) => {
    const number = word.replaceAll(/\D/g, '');
    return { word, isIn: number.length >= 2 ? phoneMatcher(number) : () => false };
  });
  const digits = phoneSearch(search);
  const hasSearch = digits === null ? () => false : phoneMatcher(digits);
  return ({ firstName, lastName, email, phone }) => {
    if (hasSearch(phone)) return true;
    const known = [...words(`${firstName} ${lastName}`), ...plain(email).split(/[@.]/), plain(email)];
    return wanted.every(({ word, isIn }) => known.some((one) => one.startsWith(word)) || isIn(phone));
  };
}
