/** Names of APIs, rate-limit windows, booking options and operations, for people. */
import type { BookingOption } from '../model/connection.ts';
import type { OperationId } from '../model/operation.ts';
import type { Api } from '../model/primitives.ts';
import { windowName } from './window-name.ts';

export const API_NAMES: Record<Api, string> = { openApi: 'Open API', booking: 'Booking Engine API' };

/** Returns the title of a rate-limit window of this length in ms, such as “Per minute”. */
export const windowTitle = (windowMs: number): string => `Per ${windowName(windowMs)}`;

export const BOOKING_OPTION_NAMES: Record<BookingOption, string> = {
  requestToBook: 'Only request to book',
  instantBooking: 'Only instant booking',
  both: 'Both request to book and instant book',
  inquiriesOnly: 'Only inquiries',
};

const OPERATION_NAMES: Record<OperationId | 'token' | 'picture' | 'program' | 'custom', string> = {
  token: 'Access token',
  picture: 'Picture',
  program: 'Program’s path',
  custom: 'Composed request',
  listListings: 'List listings',
  search: 'Search',
  calendar: 'Calendar',
  quoteCreate: 'Create quote',
  quoteGet: 'Read quote',
  quoteCoupons: 'Apply coupons',
  quoteInstant: 'Instant booking',
  quoteRequest: 'Request to book',
};

/** Returns the name of an operation, or of `token`, `picture`, `program` or `custom`; an unknown id is returned unchanged. */
export const operationName = (operation: string): string =>
  (OPERATION_NAMES as Record<string, string>)[operation] ?? operation;
