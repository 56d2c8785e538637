/** Odd ones: bodies of other types, keys in addresses, cookies of the client, forms of older integrations. */
import { apiKey, clientSecret, doorCode, jwt, password, sessionCookie, signedUrl } from '../credentials.ts';
import type { ExchangeDraft } from '../draft.ts';
import { guest, guestText } from '../people.ts';
import { ask, day, instant, OPEN_API, objectId, requestId, serviceHeaders } from '../service.ts';
import { formText, jsonText } from '../shapes.ts';
import { listingTitle } from './listings.ts';

/** CSV, XML, HTML, plain text and logs. */
export function otherTypes(draft: ExchangeDraft): void {
  const { dice } = draft;
  const { secret, guest: plant } = draft.in('responseBody');
  ask(draft, 'GET', `${OPEN_API}/exports/${objectId(dice)}`);
  const people = dice.times(3, () => guest(dice));
  const mail = (who: { email: string }) => plant('mail in another type', who.email);
  const phone = (who: { phone: string }) => plant('phone in another type', who.phone);
  const name = (who: { first: string; last: string }) => plant('name in another type', `${who.first} ${who.last}`);
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');
  const [status, type, body] = dice.pick<() => readonly [number, string, string]>([
    () => [
      200,
      'text/csv; charset=utf-8',
      [
        'id,name,email,phone',
        ...people.map((who) => `${objectId(dice)},"${name(who)}",${mail(who)},${phone(who)}`),
      ].join('\r\n'),
    ],
    () => [
      200,
      'application/xml',
      `<?xml version="1.0"?><guests>${people.map((who) => `<guest id="${objectId(dice)}"><name>${escaped(name(who))}</name><email>${mail(who)}</email><doorCode>${secret('door code in another type', doorCode(dice))}</doorCode></guest>`).join('')}</guests>`,
    ],
    () => [
      500,
      'text/html; charset=utf-8',
      `<!doctype html><html><head><title>Server Error</title></head><body><h1>Whoops</h1><table>${people.map((who) => `<tr><td>${escaped(name(who))}</td><td>${mail(who)}</td></tr>`).join('')}</table><pre>DB_PASSWORD=${secret('password in another type', dice.alphanumeric(18))}</pre></body></html>`,
    ],
    () => [
      502,
      'text/html',
      `<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>`,
    ],
    () => [
      403,
      'text/html; charset=UTF-8',
      `<html><head><title>Attention Required! | Cloudflare</title></head><body><h1>Sorry, you have been blocked</h1><p>Your IP: 203.0.113.${dice.int(1, 250)}</p></body></html>`,
    ],
    () => [
      500,
      'text/plain',
      `panic: token ${secret('token in another type', jwt(dice))} for ${mail(people[0] ?? guest(dice))}\ngoroutine 1 [running]`,
    ],
    () => [
      200,
      'text/yaml',
      `guest:\n  name: ${name(people[0] ?? guest(dice))}\n  phone: "${phone(people[1] ?? guest(dice))}"\n  wifi_password: ${secret('password in another type', password(dice))}\n`,
    ],
    () => [
      200,
      'text/calendar',
      `BEGIN:VEVENT\r\nSUMMARY:Reserved - ${name(people[0] ?? guest(dice))}\r\nDESCRIPTION:Phone ${phone(people[1] ?? guest(dice))}\r\nEND:VEVENT`,
    ],
    () => [
      200,
      'text/html',
      `<html><head><title>Sign in</title></head><body><input type="hidden" name="csrf" value="${secret('token in another type', dice.base64url(43))}"></body></html>`,
    ],
    () => [
      200,
      'text/plain',
      JSON.stringify({
        guest: { email: mail(people[0] ?? guest(dice)) },
        apiKey: secret('key in another type', apiKey(dice)),
      }),
    ],
  ])();
  draft.answer(status, body, type);
  serviceHeaders(draft);
}

/** Keys and signatures in addresses, and addresses in `Location`. */
export function keyedAddresses(draft: ExchangeDraft): void {
  const { dice } = draft;
  const [url, body, headers] = [draft.in('url'), draft.in('responseBody'), draft.in('responseHeaders')];
  const key = dice.pick(['api_key', 'apikey', 'access_token', 'token', 'key', 'auth', 'signature', 'password']);
  ask(
    draft,
    'GET',
    `${OPEN_API}/listings`,
    { limit: '5', fields: 'title prices' },
    { [key]: url.secret('key in an address', apiKey(dice)) },
  );
  const id = objectId(dice);
  draft.answer(
    dice.pick([200, 302, 307]),
    jsonText(dice, {
      id: body.stay('listing id', id),
      title: body.stay('listing title', listingTitle(dice)),
      requestId: body.stay('request id in a body', requestId(dice)),
    }),
    'application/json',
  );
  if (draft.status !== 200) draft.responseHeaders.push(['location', signedUrl(dice, headers.secret)]);
  serviceHeaders(draft);
}

/** The client sends keys and cookies of its own beside the bearer. */
export function keyedHeaders(draft: ExchangeDraft): void {
  const { dice } = draft;
  const { secret, guest: plant } = draft.in('requestHeaders');
  ask(draft, 'GET', `${OPEN_API}/listings/${objectId(dice)}`);
  const add = dice.pick([
    () => ['x-api-key', secret('key in a header', apiKey(dice))] as const,
    () => ['cookie', `locale=en; session=${secret('cookie of the client', sessionCookie(dice))}`] as const,
    () =>
      [
        'proxy-authorization',
        `Basic ${secret('proxy password in Basic', Buffer.from(`proxy:${password(dice)}`).toString('base64'))}`,
      ] as const,
    () => ['x-client-secret', secret('client secret in a header', clientSecret(dice))] as const,
    () => ['ocp-apim-subscription-key', secret('key in a header', dice.hex(32))] as const,
    () => ['x-on-behalf-of', plant('mail in a header', guest(dice).email)] as const,
  ])();
  draft.requestHeaders.push(add);
  const body = draft.in('responseBody');
  draft.answer(
    200,
    jsonText(dice, {
      _id: body.stay('listing id', objectId(dice)),
      title: body.stay('listing title', listingTitle(dice)),
      createdAt: body.stay('date', instant(dice)),
    }),
    'application/json',
  );
  serviceHeaders(draft);
}

/** Forms of older integrations and widgets, multipart uploads. */
export function forms(draft: ExchangeDraft): void {
  const { dice } = draft;
  const { secret, guest: plant, stay } = draft.in('requestBody');
  const who = guest(dice);
  ask(draft, 'POST', `${OPEN_API}/inquiries`);
  if (dice.chance(0.75)) {
    const fields = dice.pick<() => Record<string, string>>([
      () => ({
        listingId: stay('listing id', objectId(dice)),
        checkIn: stay('date', day(dice)),
        first_name: plant('first name', who.first),
        last_name: plant('last name', who.last),
        email: plant('mail', who.email),
        phone: plant('phone', who.phone),
        message: plant("a guest's message", guestText(dice)),
      }),
      () => ({
        'guest[name]': plant('full name', who.full),
        'guest[email]': plant('mail', who.email),
        'guest[dob]': plant('birthday', who.birthday),
        arrival: stay('date', day(dice)),
      }),
      () => ({
        payload: JSON.stringify({
          listingId: stay('listing id', objectId(dice)),
          guest: {
            fullName: plant('full name in packed JSON', who.full),
            phone: plant('phone in packed JSON', who.phone),
          },
          apiSecret: secret('key in packed JSON', apiKey(dice)),
        }),
      }),
      () => ({
        username: 'frontdesk@latchkey.example',
        password: secret('password', password(dice)),
        remember: 'true',
        redirect: stay('restated path', '/v1/inquiries?page=2'),
      }),
    ])();
    draft.send(formText(fields), 'application/x-www-form-urlencoded');
  } else {
    const part = (field: string, value: string) =>
      `------WebKitFormBoundary7MA4\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
    const text = [
      part('email', plant('mail in another type', who.email)),
      part('password', secret('password in another type', password(dice))),
      part('notes', plant('message in another type', guestText(dice))),
    ].join('');
    draft.send(`${text}------WebKitFormBoundary7MA4--\r\n`, 'multipart/form-data; boundary=----WebKitFormBoundary7MA4');
  }
  const body = draft.in('responseBody');
  draft.answer(
    202,
    jsonText(dice, {
      accepted: true,
      inquiryId: body.stay('reservation id', objectId(dice)),
      status: body.stay('status', 'inquiry'),
    }),
    'application/json',
  );
  serviceHeaders(draft);
}
