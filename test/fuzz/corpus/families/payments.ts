/** Payments, payouts, integrations and webhooks: where other houses' secrets pass through the two APIs. */
import {
  apiKey,
  cardNumber,
  cvc,
  iban,
  password,
  paymentMethod,
  refreshToken,
  sessionCookie,
  signedUrl,
} from '../credentials.ts';
import type { ExchangeDraft } from '../draft.ts';
import { guest } from '../people.ts';
import { ask, instant, OPEN_API, objectId, serviceHeaders } from '../service.ts';
import { anyStyle, base64, formText, type Json, jsonText, restyled, someOf } from '../shapes.ts';
import { keptPrice } from './listings.ts';
import { guestRecord } from './reservations.ts';

/** A card is sent in JSON, or as a form with brackets, as payment providers take it. */
export function card(draft: ExchangeDraft): void {
  const { dice } = draft;
  const [request, body] = [draft.in('requestBody'), draft.in('responseBody')];
  const who = guest(dice);
  const [number, code] = [request.secret('card number', cardNumber(dice)), request.secret('card code', cvc(dice))];
  const holder = request.guest('card holder', `${who.first} ${who.last}`);
  ask(draft, 'POST', `${OPEN_API}/guests/${objectId(dice)}/payment-methods`);
  const isForm = dice.chance(0.4);
  if (isForm) {
    const fields = dice.pick<Record<string, string>>([
      {
        type: 'card',
        'card[number]': number,
        'card[cvc]': code,
        'card[exp_month]': '04',
        'billing_details[name]': holder,
      },
      { card_number: number, card_cvv: code, card_holder: holder, expiry: '04/29' },
      { ccNumber: number, cvv2: code, ccName: holder },
    ]);
    draft.send(formText(fields), 'application/x-www-form-urlencoded');
  } else {
    const fields = dice.pick<Json>([
      { type: 'card', card: { number, cvc: code, expMonth: 4, expYear: 2029 }, billingDetails: { name: holder } },
      { cardNumber: number, securityCode: code, cardHolder: holder, expiryDate: '04/29' },
      { paymentMethod: { pan: number, cvv: code, nameOnCard: holder } },
    ]);
    draft.send(jsonText(dice, restyled(fields, anyStyle(dice))), 'application/json');
  }
  draft.answer(
    200,
    jsonText(dice, {
      _id: body.secret('card token', paymentMethod(dice)),
      status: body.stay('status', dice.pick(['ACTIVE', 'REQUIRES_ACTION'])),
      brand: body.stay('card brand', dice.pick(['visa', 'mastercard', 'amex'])),
      createdAt: body.stay('date', instant(dice)),
      ...someOf(
        dice,
        {
          clientSecret: () =>
            body.secret('client secret of a payment', `pi_${dice.alphanumeric(24)}_secret_${dice.alphanumeric(25)}`),
          amount: () => keptPrice(dice, body),
        },
        0.5,
      ),
    }),
    'application/json',
  );
  serviceHeaders(draft);
}

/** Settings of an account: keys of integrations, owners' bank accounts, users and their sessions. */
export function settings(draft: ExchangeDraft): void {
  const { dice } = draft;
  const body = draft.in('responseBody');
  const { secret, stay } = body;
  ask(draft, 'GET', `${OPEN_API}/${dice.pick(['integrations', 'accounts/me', 'webhooks', 'owners'])}`);
  const fields = someOf(
    dice,
    {
      webhookSecret: () => secret('webhook secret', `whsec_${dice.alphanumeric(32)}`),
      apiKey: () => secret('key of an API', apiKey(dice)),
      api: () => ({
        key: secret('key of an API', apiKey(dice)),
        endpoint: stay('link in a body', 'https://api.pricelabs.co/v1/listing_prices'),
      }),
      smtp: () => ({
        host: stay('host', 'smtp.sendgrid.net'),
        username: 'apikey',
        password: secret('password', password(dice)),
      }),
      credentials: () => ({ login: 'frontdesk', pass: secret('password', password(dice)) }),
      channelPassword: () => secret('password', password(dice)),
      oauth: () => ({
        refreshToken: secret('refresh token', refreshToken(dice)),
        expiresAt: stay('date', instant(dice)),
      }),
      bankAccount: () => ({ iban: secret('bank account', iban(dice)), bic: 'ABNANL2A' }),
      privateKey: () => secret('private key', dice.times(4, () => dice.alphanumeric(64)).join('')),
      sessions: () => [{ sessionId: secret('session', sessionCookie(dice)), lastSeen: stay('date', instant(dice)) }],
      slackUrl: () =>
        `https://hooks.slack.com/services/T${dice.digits(9)}/B${dice.digits(9)}/${secret('secret path of a webhook', dice.alphanumeric(24))}`,
      databaseUrl: () =>
        `postgres://pms:${secret('password in a connection string', dice.alphanumeric(18))}@db.internal:5432/pms`,
      headers: () => [{ name: 'X-Api-Key', value: secret('key in name and value', apiKey(dice)) }],
      env: () => [{ key: 'STRIPE_SECRET', value: secret('key in name and value', apiKey(dice)) }],
      exportUrl: () => signedUrl(dice, secret),
      contract: () => ({ url: signedUrl(dice, secret), name: stay('file name', 'agreement-2026.pdf') }),
      otp: () => secret('one-time code', dice.digits(6)),
      active: () => true,
    },
    0.2,
  );
  const whole: Json = {
    _id: stay('account id', objectId(dice)),
    type: stay('integration', dice.pick(['pricelabs', 'stripe', 'nuki', 'turno'])),
    ...fields,
  };
  draft.answer(200, jsonText(dice, restyled(dice.chance(0.3) ? [whole] : whole, anyStyle(dice))), 'application/json');
  serviceHeaders(draft);
}

const encodedBase64 = (event: Json) => base64(JSON.stringify(event));
const encodedPercent = (event: Json) => encodeURIComponent(JSON.stringify(event));

/** A record of a delivered webhook: the body as text within JSON, as base64, or nested. */
export function delivered(draft: ExchangeDraft): void {
  const { dice } = draft;
  const body = draft.in('responseBody');
  const { stay, secret } = body;
  ask(draft, 'GET', `${OPEN_API}/webhooks/${objectId(dice)}/deliveries`);
  const pack = dice.pick<(event: Json) => Json>([
    (event) => event,
    (event) => JSON.stringify(event),
    (event) => JSON.stringify(JSON.stringify(event)),
    encodedBase64,
    encodedPercent,
  ]);
  const isEncoded = pack === encodedBase64 || pack === encodedPercent;
  // Nobody reads base64 or percent signs in a record: what is in them counts only for what must go.
  const packed = isEncoded ? { ...body, stay: (_: string, value: string) => value } : body;
  const payload = pack({
    event: packed.stay('event', dice.pick(['reservation.new', 'reservation.updated', 'guest.created'])),
    guest: guestRecord(dice, packed),
    ...someOf(
      dice,
      {
        accessToken: () => secret('token in a packed body', dice.alphanumeric(48)),
        password: () => secret('password in a packed body', password(dice)),
      },
      0.3,
    ),
  });
  draft.answer(
    200,
    jsonText(dice, {
      deliveries: [
        {
          id: stay('delivery id', dice.uuid()),
          statusCode: dice.pick([200, 410, 500]),
          sentAt: stay('date', instant(dice)),
          request: {
            headers: {
              'content-type': 'application/json',
              authorization: `Bearer ${secret('token of a webhook', dice.alphanumeric(40))}`,
            },
            [dice.pick(['payload', 'body', 'data'])]: payload,
          },
        },
      ],
    }),
    'application/json',
  );
  serviceHeaders(draft);
}
