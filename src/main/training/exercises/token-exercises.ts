/** Exercises about tokens: expired, unknown, a wrong clock, token requests, and the quota. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time/units.ts';
import { asCustomerText, bearer, letter, listingsRequest } from '../customer-words.ts';
import type { CustomerExercise } from '../exercise.ts';
import { asHar } from '../transcript.ts';

export const tokenExercises: readonly CustomerExercise[] = [
  {
    ...{ id: 'worked-yesterday', source: 'customer', level: 1 },
    title: 'It worked yesterday, and today it does not',
    cause: 'tokenExpired',
    remedy: 'newToken',
    near: ['tokenUnknown', 'clockWrong'],
    expert: [
      'A 401 concerns the token, not a permission.',
      'Compare when it was issued with the time of the request: a token lives for 24 hours.',
      'Advise to request one new token and to keep it, not one for each run: there are only five in 24 hours.',
    ],
    async raise({ draw, service }) {
      const token = await service.token('openApi');
      service.pass(DAY_MS + draw.int(20, 600) * MINUTE_MS);
      const exchange = await service.send(listingsRequest(draw, [bearer(token)]));
      const complaint = letter(
        draw,
        'yesterday our script read all listings, and today, without any change, it is answered like this.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange) };
    },
  },
  {
    ...{ id: 'fresh-token', source: 'customer', level: 2 },
    title: 'A token that is a few hours old is refused',
    cause: 'tokenUnknown',
    remedy: 'newToken',
    near: ['tokenExpired', 'wrongEnvironment'],
    expert: [
      'The answer says that the token is not known, and by its own claim it has hours left: it has not expired.',
      'Services forget tokens when they restart, and owners revoke them.',
      'One new token settles it. Ask whether somebody revoked the credentials before it happens again.',
    ],
    async raise({ draw, service }) {
      const api = draw.pick(['openApi', 'booking'] as const);
      const token = await service.token(api);
      service.pass(draw.int(2, 12) * HOUR_MS);
      service.apply({ kind: 'revokeTokens', api });
      const path = api === 'openApi' ? '/v1/listings?limit=5' : '/listings?limit=5';
      const exchange = await service.send({ api, path, headers: [bearer(token)] });
      const complaint = letter(
        draw,
        'we requested this token today and used it all morning. Suddenly it is refused, long before its 24 hours are over.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange, { needed: true, scheme: true }) };
    },
  },
  {
    ...{ id: 'new-server', source: 'customer', level: 3 },
    title: 'Only the new server of a partner is refused',
    cause: 'clockWrong',
    remedy: 'setClock',
    near: ['tokenExpired'],
    expert: [
      'A HAR holds two clocks: startedDateTime is the sender’s, the Date header of the answer is the service’s.',
      'They are hours apart. By the sender’s clock the token lives, by the service’s it has expired.',
      'Let the server take its time from a time server; then its program renews in time by itself.',
    ],
    async raise({ draw, service }) {
      const behindMs = draw.int(4, 20) * HOUR_MS;
      const token = await service.token('openApi');
      const request = listingsRequest(draw, [bearer(token)]);
      const before = await service.send(request);
      service.pass(DAY_MS + draw.int(30, 150) * MINUTE_MS);
      const failed = await service.send(request);
      const complaint = letter(
        draw,
        'the same program runs on our old and on our new server. On the new one it is refused after a day, although it renews its token an hour before the token expires.',
      );
      const exchanges = draw.chance(0.5) ? [before, failed] : [failed];
      return { complaint, evidence: asHar(exchanges, { senderMs: -behindMs, hasBodies: false }) };
    },
  },
  {
    ...{ id: 'json-everywhere', source: 'customer', level: 1 },
    title: 'A developer cannot get a first token',
    cause: 'wrongContentType',
    remedy: 'sendForm',
    near: ['credentialsWrong', 'wrongParameters'],
    expert: [
      'The request went to the token endpoint, so neither token nor permission is the question.',
      'Read Content-Type and body: the endpoint reads a form, and JSON was sent.',
      'A refused token request costs no slot; the corrected cURL shows the form.',
    ],
    async raise({ draw, service }) {
      const api = draw.pick(['openApi', 'booking'] as const);
      const exchange = await service.send({
        ...{ api, isToken: true, path: '/oauth2/token', method: 'POST' },
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify(service.credentials(api)),
      });
      const complaint = letter(
        draw,
        'I follow the documentation, and cannot get a token with our Client ID and secret.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange, { needed: true }) };
    },
  },
  {
    ...{ id: 'after-handover', source: 'customer', level: 1 },
    title: 'No token since a colleague left',
    cause: 'credentialsWrong',
    remedy: 'rightCredentials',
    near: ['wrongEnvironment', 'wrongApi'],
    expert: [
      'invalid_client means that the service did not accept Client ID and Client Secret; form and scope were read.',
      'Compare the Client ID with the one in the account, and ask whether the secret was replaced.',
      'The secret is shown once: without it, a new one is created.',
    ],
    async raise({ draw, service }) {
      const api = draw.pick(['openApi', 'booking'] as const);
      const fields = { ...service.credentials(api), client_secret: `old-${draw.int(100_000, 999_999)}-secret` };
      const exchange = await service.send(service.tokenRequest(api, fields));
      const complaint = letter(
        draw,
        'the colleague who set up the interface has left. We took the credentials from his notes.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange) };
    },
  },
  {
    ...{ id: 'typed-by-hand', source: 'customer', level: 2 },
    title: 'A token request is refused, with credentials that are right',
    cause: 'scopeMisspelt',
    remedy: 'rightScope',
    near: ['credentialsWrong', 'wrongApi'],
    expert: [
      'The code is invalid_scope: the credentials are not the question.',
      'Read the scope letter by letter: there are only open-api and booking_engine:api.',
      'Refused requests cost no slot, so the corrected one can be tried at once.',
    ],
    async raise({ draw, service }) {
      const api = draw.pick(['openApi', 'booking'] as const);
      const scope = draw.pick(
        api === 'openApi'
          ? ['open_api', 'openapi', 'open-api:read']
          : ['booking-engine:api', 'booking_engine', 'booking_engine.api'],
      );
      const exchange = await service.send(service.tokenRequest(api, { ...service.credentials(api), scope }));
      const complaint = letter(
        draw,
        'we checked Client ID and secret three times; both are right, and still there is no token.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange) };
    },
  },
  {
    ...{ id: 'restarts', source: 'customer', level: 2 },
    title: 'A server that restarts often gets no token any more',
    cause: 'quotaUsedUp',
    remedy: 'waitForSlot',
    near: ['rateLimit', 'renewalLimit'],
    expert: [
      'A 429 of the token endpoint is a used-up quota more often than a rate limit: look at Retry-After, it names hours.',
      'Five tokens in 24 hours are all that a Client ID of the Open API gets.',
      'The tokens that were issued still work. Advise to keep the token over restarts.',
    ],
    async raise({ draw, service }) {
      const request = () => service.send(service.tokenRequest('openApi', service.credentials('openApi')));
      for (let count = 0; count < 5; count += 1) {
        await request();
        service.pass(draw.int(1, 40) * MINUTE_MS);
      }
      const exchange = await request();
      const complaint = letter(
        draw,
        'we had to restart our server some times today, and now it cannot log in any more.',
      );
      return { complaint, evidence: asCustomerText(draw, exchange, { needed: true }) };
    },
  },
  {
    ...{ id: 'website-renews', source: 'customer', level: 3 },
    title: 'A booking website cannot renew its token',
    cause: 'renewalLimit',
    remedy: 'waitForSlot',
    near: ['quotaUsedUp', 'rateLimit'],
    expert: [
      'The Booking Engine counts renewals of each application, three in 24 hours; the Open API counts tokens.',
      'The token that was issued last still works until it expires.',
      'Find the machine that renews too early; another application has renewals of its own.',
    ],
    async raise({ draw, service }) {
      const request = () => service.send(service.tokenRequest('booking', service.credentials('booking')));
      for (let count = 0; count < 4; count += 1) {
        await request();
        service.pass(draw.int(5, 50) * MINUTE_MS);
      }
      const exchange = await request();
      const complaint = letter(draw, 'our website renews its token when it starts. Since an hour that fails.');
      return { complaint, evidence: asCustomerText(draw, exchange) };
    },
  },
];
