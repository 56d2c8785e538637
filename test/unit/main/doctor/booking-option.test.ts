/** The booking option of a connection with the same host, for a failure that a customer sent. */
import { expect, it } from 'vitest';
import { knownServices } from '../../../../src/main/api/known-services.ts';
import type { KnownService } from '../../../../src/main/doctor/failure.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';
import type { BookingOption } from '../../../../src/shared/model/connection.ts';

const TEXT = `POST /api/reservations/quotes/q1/instant HTTP/1.1
Host: booking.guesty.com
Authorization: Bearer abc.def.ghi
Content-Type: application/json

{"ratePlanId":"p1"}

HTTP/1.1 403 Forbidden
Content-Type: application/json

{"error":{"code":"FORBIDDEN","message":"no","data":{}}}`;
const [preset] = knownServices();
const connection = (...bookingOptions: BookingOption[]): KnownService[] =>
  preset ? [{ name: 'Coast', kind: 'connection', addresses: preset.addresses, bookingOptions }, preset] : [];

const evidence = (services: readonly KnownService[]) =>
  reportOf(readPasted(TEXT), services)
    .cases[0]?.diagnosis.verdicts.find(({ cause }) => cause === 'bookingOption')
    ?.evidence.map(({ text, weight }) => [weight, text]);

it('speaks for the cause when the option forbids the step, and against it when it allows the step', () => {
  expect(evidence(connection('requestToBook'))).toContainEqual([
    'for',
    'The applications of your connection “Coast” at this host have the option “Only request to book”.',
  ]);
  expect(evidence(connection('both', 'both'))).toContainEqual([
    'against',
    'The applications of your connection “Coast” at this host have the option “Both request to book and instant book”.',
  ]);
});

it('says nothing where applications or connections differ, or none is known', () => {
  const texts = (services: readonly KnownService[]) => JSON.stringify(evidence(services));
  expect(texts(connection('both', 'requestToBook'))).not.toContain('have the option');
  expect(texts([...connection('both'), ...connection('requestToBook')])).not.toContain('have the option');
  expect(texts(knownServices())).not.toContain('have the option');
});
