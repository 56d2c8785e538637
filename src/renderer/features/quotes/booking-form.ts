/** The values of a booking form and their checks, and the booking steps that an application allows (service.md §2.3). */
import { allowedSteps } from '../../../shared/connection/account.ts';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { Audience } from '../../../shared/model/app.ts';
import type { Credential } from '../../../shared/model/connection.ts';
import type { Guest, HoldHours } from '../../../shared/model/quote.ts';
import { BOOKING_OPTION_NAMES } from '../../../shared/text/api-names.ts';
import { dialled, isPhone } from '../../../shared/text/phone.ts';
import { WORDS } from '../../text/words.ts';

export type BookingStep = 'request' | 'instant';
export type GuestIssues = Partial<Record<keyof Guest, string>>;

export const STEP_NAMES: Record<BookingStep, string> = { request: 'Request to book', instant: 'Book instantly' };

/** The values of the booking form without the card reference. They are remembered for each quote until the window closes. */
export interface BookingForm extends Guest {
  /** The {@link planKey} of the chosen rate plan; null before a choice. */
  planKey: string | null;
  holdHours: HoldHours;
}
export const emptyBooking = (): BookingForm => ({
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  planKey: null,
  holdHours: -1,
});

export const HOLD_CHOICES: readonly { value: HoldHours; label: string }[] = [
  { value: -1, label: 'Account default' },
  { value: 12, label: '12 hours' },
  { value: 24, label: '24 hours' },
  { value: 36, label: '36 hours' },
  { value: 48, label: '48 hours' },
  { value: 72, label: '72 hours' },
];

/** Reads the hours for which to hold a request from an address; the account's default for an invalid value. */
export const holdHoursOf = (text: string | null | undefined): HoldHours =>
  HOLD_CHOICES.find(({ value }) => String(value) === text)?.value ?? -1;

/** The choices that a program made in the booking form before a person sends it. */
export type PreparedBooking = Pick<BookingForm, 'holdHours'> & { readonly planKey: string };

/** Returns the guest as it is sent: without surrounding white space, and with the phone number as it is dialled. */
export const guestOf = ({ firstName, lastName, email, phone }: Guest): Guest => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
  phone: isPhone(phone) && dialled(phone).startsWith('+') ? dialled(phone) : phone.trim(),
});

const { name: MAX_NAME, mailAddress: MAX_EMAIL, label: MAX_PHONE } = MAX_CHARACTERS;

/** Returns a sentence for each invalid field of the guest; empty when all are valid. */
export function checkGuest(typed: Guest): GuestIssues {
  const guest = guestOf(typed);
  const issues: GuestIssues = {};
  if (guest.firstName === '') issues.firstName = "Enter the guest's first name.";
  if (guest.lastName === '') issues.lastName = "Enter the guest's last name.";
  if (guest.email === '') issues.email = 'Enter an email address.';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(guest.email))
    issues.email = 'An email address looks like name@example.com.';
  if (guest.firstName.length > MAX_NAME) issues.firstName = `A first name has at most ${MAX_NAME} characters.`;
  if (guest.lastName.length > MAX_NAME) issues.lastName = `A last name has at most ${MAX_NAME} characters.`;
  if (guest.email.length > MAX_EMAIL) issues.email = `An email address has at most ${MAX_EMAIL} characters.`;
  if (guest.phone === '') issues.phone = 'Enter a phone number.';
  else if (!isPhone(guest.phone) || guest.phone.length > MAX_PHONE)
    issues.phone = 'A phone number has 6 to 15 digits, as in +49 171 2345678.';
  return issues;
}

/** Says why an application does not allow a booking step; null for an allowed one. */
export function disallowedReason(
  step: BookingStep,
  application: Credential | undefined,
  audience: Audience = 'support',
): string | null {
  if (!application?.bookingOption) return WORDS[audience].quoteWithoutApplication;
  const allowed = allowedSteps(application.bookingOption)[step];
  if (allowed) return null;
  return `“${application.label}” is set to “${BOOKING_OPTION_NAMES[application.bookingOption]}”, which does not allow ${step === 'instant' ? 'instant booking' : 'a request to book'}.`;
}
