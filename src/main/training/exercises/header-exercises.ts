/** Exercises about the Authorization header. */
import { asCustomerText, bearer, letter, listingsRequest, searchRequest } from '../customer-words.ts';
import type { CustomerExercise } from '../exercise.ts';

export const headerExercises: readonly CustomerExercise[] = [
  {
    ...{ id: 'nightly-export', source: 'customer', level: 1 },
    title: 'A partner’s nightly export fails since this morning',
    cause: 'bearerMissing',
    remedy: 'addBearer',
    near: ['headerMalformed', 'noPermission'],
    expert: [
      'Paste what the customer sent; read the request before the answer: a 403 of the Open API says “no permission” whatever its cause.',
      'Look at the Authorization header: without “Bearer ”, the service sees no token at all.',
      'Send the corrected cURL back. The token itself is good, so no new one is requested.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('openApi');
      const headers = draw.chance(0.5) ? [['Authorization', token] as const] : [['X-Access-Token', token] as const];
      const exchange = await service.send(listingsRequest(draw, draw.chance(0.25) ? [] : headers));
      const complaint = letter(
        draw,
        'our export of the listings ran every night, and after yesterday’s release it gets nothing but a 403. Nobody changed the account.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange) };
    },
  },
  {
    ...{ id: 'new-library', source: 'customer', level: 1 },
    title: 'A website gets no search results after an update',
    cause: 'headerMalformed',
    remedy: 'cleanHeader',
    near: ['bearerMissing'],
    expert: [
      'Compare the header with the documented form, character by character: “Authorization: Bearer”, one space, the token.',
      'A prefix that is sent twice, quotation marks, a second space or another scheme make the token unreadable.',
      'Advise to add the prefix in one place only. The token is good.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('booking');
      const value = draw.pick([`Bearer Bearer ${token}`, `Bearer "${token}"`, `Token ${token}`, `Bearer  ${token}`]);
      const exchange = await service.send(searchRequest(draw, service, [['Authorization', value]]));
      const complaint = letter(
        draw,
        'we moved our website to another HTTP library. Since then every search is refused, with the same token that works in our old version.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange) };
    },
  },
  {
    ...{ id: 'one-token-for-all', source: 'customer', level: 2 },
    title: 'One program reads listings, another one is refused',
    cause: 'wrongApi',
    remedy: 'rightApi',
    near: ['noPermission', 'tokenUnknown'],
    expert: [
      'Ask which credentials the token came from: each API has its own, with its own scope.',
      'The answer names another scope; the same token works at the Open API, so it is alive.',
      'Let the website request its token at the token address of the Booking Engine, with scope booking_engine:api.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('openApi');
      const exchange = await service.send(searchRequest(draw, service, [bearer(token)]));
      const complaint = letter(
        draw,
        'we request one token and use it everywhere, as you advise. Our listings are read with it, and our booking page gets 403.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange, { scheme: true }) };
    },
  },
];
