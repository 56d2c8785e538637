/** Describes a search in one line, such as "4–9 Dec 2026, 5 nights, 2 guests, Lisbon or Porto". */
import { nightsBetween } from '../../../shared/time/plain-date.ts';
import { formatCount, formatPlainRange } from '../../text/format.ts';
import { placesIn } from './search/search-form.ts';

export function searchText(params: {
  checkIn?: string | undefined;
  checkOut?: string | undefined;
  guests?: number | undefined;
  adults?: number | undefined;
  children?: number | undefined;
  location?: string | undefined;
}): string {
  const party = [
    params.guests === undefined ? '' : formatCount(params.guests, 'guest'),
    params.adults === undefined ? '' : formatCount(params.adults, 'adult'),
    params.children === undefined ? '' : formatCount(params.children, 'child', 'children'),
  ];
  const { checkIn, checkOut } = params;
  const stay =
    checkIn && checkOut
      ? [formatPlainRange(checkIn, checkOut), formatCount(nightsBetween(checkIn, checkOut), 'night')]
      : ['any dates'];
  const places = placesIn(params.location);
  const last = places.pop();
  const where = last === undefined ? '' : places.length === 0 ? last : `${places.join(', ')} or ${last}`;
  return [...stay, ...party, where].filter(Boolean).join(', ');
}
