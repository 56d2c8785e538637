/** Names a guest: by name, else by mail address, else by phone number. */
import type { Guest } from '../../shared/model/quote.ts';

export const nameOfGuest = ({ firstName, lastName, email, phone }: Guest): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || phone;
