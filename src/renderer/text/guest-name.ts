/** Names a guest. */
import type { Guest } from '../../shared/model/quote.ts';
import { groupedPhone } from '../../shared/text/phone.ts';

/** Joins the names of a guest: "Ada Marsh"; an empty text for a guest without one. */
export const fullNameOf = ({ firstName, lastName }: Pick<Guest, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** Names a guest by name, else by mail address, else by phone number. */
export const nameOfGuest = (guest: Guest): string => fullNameOf(guest) || guest.email || groupedPhone(guest.phone);
