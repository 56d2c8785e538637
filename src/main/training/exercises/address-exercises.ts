/** Exercises about the address: environment, path, deprecated endpoint, scheme. */
import { asCustomerText, bearer, letter, listingsRequest, postJson, searchRequest, stayOf } from '../customer-words.ts';
import type { CustomerExercise } from '../exercise.ts';

export const addressExercises: readonly CustomerExercise[] = [
  {
    ...{ id: 'going-live', source: 'customer', level: 3 },
    title: 'A partner goes live and gets no token',
    cause: 'wrongEnvironment',
    remedy: 'rightHost',
    near: ['credentialsWrong', 'tokenUnknown', 'networkFailure'],
    expert: [
      'Compare the host with the documented one, letter by letter, before the credentials are doubted.',
      'Credentials of one environment are unknown in another: the answer is the same as for a wrong secret.',
      'Ask where the credentials were created, and send token request and request to the addresses of that environment.',
    ],
    async raise({ draw, service }) {
      const host = draw.pick(['open-api.guesty.dev', 'open-api-sandbox.guesty.com', 'open-api.staging.guesty.com']);
      const fields = { ...service.credentials('openApi'), client_secret: `live-${draw.int(100_000, 999_999)}-secret` };
      const exchange = await service.send({ ...service.tokenRequest('openApi', fields), host });
      const complaint = letter(
        draw,
        'today we go live with the credentials of our real account. In our tests everything worked.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange) };
    },
  },
  {
    ...{ id: 'base-address', source: 'customer', level: 1 },
    title: 'Nothing is found at an address that should exist',
    cause: 'wrongBasePath',
    remedy: 'rightPath',
    near: ['listingNotBookable', 'wrongEnvironment', 'deprecatedEndpoint'],
    expert: [
      'A 404 without a record’s name means that there is no such path.',
      'Compare the address with the documented base: /v1 once, and of two search paths the one that answers.',
      'A new token would not help: the token was not even looked at.',
    ],
    async raise({ draw, service }) {
      const isSearch = draw.chance(0.3);
      const token = await service.token(isSearch ? 'booking' : 'openApi');
      if (isSearch) service.apply({ kind: 'setSearchVariants', variants: ['listings'] });
      const listings = listingsRequest(draw, [bearer(token)]);
      const request = isSearch
        ? searchRequest(draw, service, [bearer(token)])
        : { ...listings, path: draw.chance(0.5) ? `/v1${listings.path}` : listings.path.slice('/v1'.length) };
      const exchange = await service.send(request);
      const complaint = letter(
        draw,
        'our token is fine, it was issued a minute ago. The address is the one that we were given, and it answers “not found”.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange, { scheme: true }) };
    },
  },
  {
    ...{ id: 'old-handbook', source: 'customer', level: 2 },
    title: 'A booking form follows an old handbook',
    cause: 'deprecatedEndpoint',
    remedy: 'quoteFlow',
    near: ['wrongBasePath', 'activationSteps'],
    expert: [
      'The path is /reservations, without a quote: that endpoint is being deprecated.',
      'A reservation begins with a quote now: POST /reservations/quotes, then …/instant or …/inquiry.',
      'Before the first one, the account needs its two activation steps.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('booking');
      const body = { ...stayOf(draw, service.now()), listingId: `${draw.int(10_000, 99_999)}`, guestsCount: 2 };
      const exchange = await service.send(postJson('/reservations', token, body));
      const complaint = letter(
        draw,
        'our booking form was written two years ago by an agency, and does not book any more.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange, { scheme: true }) };
    },
  },
  {
    ...{ id: 'quick-test', source: 'customer', level: 1 },
    title: 'A quick test by hand brings no listings',
    cause: 'notHttps',
    remedy: 'useHttps',
    near: ['wrongBasePath'],
    expert: [
      'Read the address from its first letter: it begins with http://.',
      'The service only leads to https://, and many clients do not take the token along.',
      'What was sent over http:// was readable on the way: the token should be replaced.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('openApi');
      const exchange = await service.send({ ...listingsRequest(draw, [bearer(token)]), scheme: 'http:' });
      const complaint = letter(draw, 'I wanted to see our listings quickly on the command line, and there are none.');
      return { complaint, evidence: asCustomerText(draw, exchange, { scheme: true }) };
    },
  },
];
