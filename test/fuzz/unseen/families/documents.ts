/** Bodies that these APIs do not speak: pages of proxies and portals, tables, XML, YAML, mail, logs, stack traces, multipart. */
import {
  accessToken,
  apiKey,
  card,
  clientSecret,
  code,
  password,
  privateKey,
  session,
  writtenCard,
} from '../credentials.ts';
import type { Draft, Planter } from '../draft.ts';
import { date, id, instant, priceText, requestId, title } from '../facts.ts';
import { birthday, iban, passport, person, sentence, street } from '../people.ts';
import { base64, entities, entityMail, hex, queryOf, wrapped } from '../spelling.ts';
import { answering, baseOf, consoleRequest, setCookie } from '../traffic.ts';

type Field = readonly [name: string, value: string];

/** Some named values: secrets, guests and harmless ones. */
function fields(draft: Draft, part: Planter, count: number): Field[] {
  const { dice } = draft;
  const one = person(dice);
  const name = (words: string) => draft.name(words);
  const all: readonly (() => Field)[] = [
    () => [name('access token'), part.secret('token in a document', accessToken(dice))],
    () => [name('client secret'), part.secret('client secret in a document', clientSecret(dice))],
    () => [
      name(dice.pick(['password', 'new password', 'passwd'])),
      part.secret('password in a document', password(dice)),
    ],
    () => [name('api key'), part.secret('API key in a document', apiKey(dice))],
    () => [name('card number'), part.secret('card in a document', writtenCard(dice))],
    () => [name('door code'), part.secret('door code in a document', code(dice, 6))],
    () => [name('session id'), part.secret('session in a document', session(dice))],
    () => [name('guest name'), part.guest('name in a document', one.full)],
    () => [name('last name'), part.guest('name in a document', one.last)],
    () => [name('email'), part.guest('mail in a document', one.mail)],
    () => [name('phone'), part.guest('phone in a document', one.phone)],
    () => [name('passport number'), part.guest('passport in a document', passport(dice))],
    () => [name('date of birth'), part.guest('birthday in a document', birthday(dice))],
    () => [name('street'), part.guest('street in a document', street(dice))],
    () => [name('iban'), part.guest('iban in a document', iban(dice))],
    () => [name('notes'), part.guest('message in a document', sentence(dice))],
    () => ['id', id(dice)],
    () => ['check_in', date(dice)],
    () => ['price', priceText(dice)],
    () => ['title', title(dice)],
  ];
  return dice.some(all, count).map((make) => make());
}

const csvCell = (value: string, separator: string) =>
  value.includes(separator) || value.includes('"') || value.includes('\n') ? `"${value.replaceAll('"', '""')}"` : value;

/** Tables as text, with several rows. */
export function table(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}/reports/reservations.csv`;
  const rows = dice.times(dice.int(1, 3), () => fields(draft, draft.at('responseBody'), 20));
  const names = (rows[0] ?? []).map(([name]) => name);
  const separator = dice.pick([',', ';', '\t', '|']);
  const lineBreak = dice.pick(['\n', '\r\n']);
  const cells = rows.map((row) => names.map((name) => row.find(([other]) => other === name)?.[1] ?? ''));
  const lines = [names, ...cells].map((row) => row.map((cell) => csvCell(cell, separator)).join(separator));
  answering(
    draft,
    200,
    dice.pick([
      'text/csv; charset=utf-8',
      'text/csv',
      'application/csv',
      'text/tab-separated-values',
      'application/octet-stream',
    ]),
    lines.join(lineBreak),
  );
}

export function xml(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}/ota/notify`;
  const list = fields(draft, draft.at('responseBody'), dice.int(4, 9));
  const tag = (name: string) => name.replaceAll(' ', '');
  const write = dice.pick<(list: readonly Field[]) => string>([
    (all) => all.map(([name, value]) => `  <${tag(name)}>${entities(value)}</${tag(name)}>`).join('\n'),
    (all) => `<record ${all.map(([name, value]) => `${tag(name)}="${entities(value)}"`).join(' ')}/>`,
    (all) => all.map(([name, value]) => `<key>${name}</key>\n<string>${entities(value)}</string>`).join('\n'),
    (all) => all.map(([name, value]) => `<entry key="${name}"><![CDATA[${value}]]></entry>`).join(''),
    (all) =>
      all.map(([name, value]) => `<param><name>${name}</name><value>${entities(value)}</value></param>`).join(''),
    (all) =>
      all
        .map(
          ([name, value]) =>
            `<ns2:Attribute Name="${name}"><ns2:AttributeValue xsi:type="xs:string">${entities(value)}</ns2:AttributeValue></ns2:Attribute>`,
        )
        .join(''),
  ]);
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const body = dice.chance(0.3)
    ? `${head}<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultstring>Server error</faultstring><detail>${write(list)}</detail></soap:Fault></soap:Body></soap:Envelope>`
    : `${head}<root>\n${write(list)}\n</root>`;
  answering(
    draft,
    dice.pick([200, 500]),
    dice.pick(['text/xml; charset=utf-8', 'application/xml', 'application/soap+xml', 'application/rss+xml']),
    body,
  );
}

/** Pages of proxies, captive portals, frameworks and consoles. */
export function page(draft: Draft): void {
  const { dice, own } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}/listings`;
  const body = draft.at('responseBody');
  const list = fields(draft, body, dice.int(4, 9));
  const content = dice.pick<() => string>([
    () =>
      `<table class="table">${list.map(([name, value]) => `<tr><th>${name}</th><td>${entities(value)}</td></tr>`).join('\n')}</table>`,
    () =>
      `<table><thead><tr>${list.map(([name]) => `<th>${name}</th>`).join('')}</tr></thead><tbody><tr>${list.map(([, value]) => `<td>${entities(value)}</td>`).join('')}</tr></tbody></table>`,
    () =>
      `<form action="/login" method="post">${list.map(([name, value]) => `<input type="hidden" name="${name}" value="${entities(value)}">`).join('')}<button>Log in</button></form>`,
    () =>
      `<form>${list.map(([name, value]) => `<label>${name}</label><textarea name=${name.replaceAll(' ', '_')}>${entities(value)}</textarea>`).join('')}</form>`,
    () => `<dl>${list.map(([name, value]) => `<dt>${name}</dt><dd>${entities(value)}</dd>`).join('')}</dl>`,
    () =>
      `<script>window.__STATE__ = ${JSON.stringify(Object.fromEntries(list)).replaceAll('<', '\\u003c')};</script><div id="root"></div>`,
    () => `<div data-props="${entities(JSON.stringify(Object.fromEntries(list)))}"></div>`,
    () => `<pre>${entities(list.map(([name, value]) => `${name}: ${value}`).join('\n'))}</pre>`,
    () =>
      `<p>Write to <a href="mailto:${entityMail(body.guest('mail in a page', person(dice).mail))}">us</a></p>${list.map(([name, value]) => `<!-- ${name}=${value} -->`).join('')}`,
    () =>
      `<h2>Request headers</h2><ul><li>Authorization: Bearer ${body.secret('own token in a page', own.accessToken)}</li></ul><ul>${list.map(([name, value]) => `<li>${name} = ${entities(value)}</li>`).join('')}</ul>`,
    () =>
      `<p>The requested URL could not be retrieved: <a href="https://api.stay.example/v1?${queryOf(list.map(([name, value]) => [name, value] as const)).replaceAll('&', '&amp;')}">link</a></p>`,
  ])();
  const head = dice.pick([
    '502 Bad Gateway',
    'ERROR: The requested URL could not be retrieved',
    'Sign in to Harbour WiFi',
    'Attention Required! | Cloudflare',
    'Whoops, looks like something went wrong.',
    'Login',
  ]);
  const html = `<!DOCTYPE html>\n<html><head><title>${head}</title><meta name="csrf-token" content="${body.secret('token in a meta tag', dice.alphanumeric(40))}"></head>\n<body><h1>${head}</h1>${content}</body></html>`;
  answering(
    draft,
    dice.pick([200, 403, 500, 502]),
    dice.pick(['text/html; charset=utf-8', 'text/html', 'text/html;charset=ISO-8859-1', 'application/xhtml+xml']),
    html,
    dice.chance(0.5) ? [setCookie(draft, session(dice))] : [],
  );
}

/** Plain text: logs, dumps, configuration, mail, calendars, commands. */
export function text(draft: Draft): void {
  const { dice, own } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}/debug/last`;
  const body = draft.at('responseBody');
  const list = fields(draft, body, dice.int(3, 8));
  const one = person(dice);
  const content = dice.pick<() => string>([
    () => list.map(([name, value]) => `${instant(dice)} INFO [${requestId(dice)}] ${name}=${value}`).join('\n'),
    () =>
      list
        .map(
          ([name, value]) => `level=debug msg="request" ${name.replaceAll(' ', '_')}="${value.replaceAll('"', '\\"')}"`,
        )
        .join('\n'),
    () => list.map(([name, value]) => `${name}: ${value}`).join('\n'),
    () => list.map(([name, value]) => `${name.replaceAll(' ', '_').toUpperCase()}=${value}`).join('\n'),
    () =>
      `guest:\n${list.map(([name, value]) => `  ${name}: ${value.includes(':') ? JSON.stringify(value) : value}`).join('\n')}`,
    () => list.map(([name, value]) => `${name}: |\n  ${wrapped(value, 24).replaceAll('\r\n', '\n  ')}`).join('\n'),
    () => `[credentials]\n${list.map(([name, value]) => `${name} = "${value}"`).join('\n')}`,
    () =>
      `GET /v1/listings HTTP/1.1\r\nAuthorization: Bearer ${body.secret('own token in a dump', own.accessToken)}\r\nCookie: a=${body.secret('cookie in a dump', session(dice))}\r\n\r\n${list.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`,
    () =>
      `curl -u 'client:${body.secret('own client secret in a command', own.clientSecret)}' -d '${list.map(([name, value]) => `${name}=${value}`).join('&')}' https://open-api.guesty.com/oauth2/token`,
    () =>
      `Traceback (most recent call last):\n  File "app.py", line 3\n    login(password='${body.secret('password in a trace', dice.alphanumeric(12))}')\nValueError: ${list.map(([name, value]) => `${name}='${value}'`).join(', ')}`,
    () =>
      `panic: ${list.map(([name, value]) => `${name}:${value}`).join(' ')}\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:20`,
    () =>
      `From: ${one.first} <${body.guest('mail in a mail', one.mail)}>\r\nSubject: Booking\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped(base64(list.map(([name, value]) => `${name}: ${value}`).join('\n')))}`,
    () =>
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:${body.guest('name in a calendar', one.full)}\r\nDESCRIPTION:${list.map(([name, value]) => `${name}: ${value}`).join('\\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    () =>
      `BEGIN:VCARD\nVERSION:4.0\nFN:${body.guest('name in a card', one.full)}\nTEL:${body.guest('phone in a card', one.phone)}\nEMAIL:${body.guest('mail in a card', one.mail)}\nEND:VCARD`,
    () =>
      `${body.secret('private key', privateKey(dice).line)}\n${list.map(([name, value]) => `${name}\t${value}`).join('\n')}`,
    () => hex(list.map(([name, value]) => `${name}=${value}`).join('&')),
    () => base64(JSON.stringify(Object.fromEntries(list))),
    () => list.map(([name, value]) => `| ${name} | ${value} |`).join('\n'),
    () => list.map(([, value]) => value).join('\n'),
    () => `upstream said: ${JSON.stringify(Object.fromEntries(list))} while reading ${requestId(dice)}`,
    () => JSON.stringify(Object.fromEntries(list)),
    () => `Card ${body.secret('card in a text', card(dice))} of ${body.guest('name in a text', one.full)} was declined`,
  ])();
  answering(
    draft,
    dice.pick([200, 400, 500]),
    dice.pick([
      'text/plain; charset=utf-8',
      'text/plain',
      'text/yaml',
      'application/octet-stream',
      'text/x-log',
      'message/http',
      'binary/octet-stream',
      'application/toml',
    ]),
    content,
  );
}

export function multipart(draft: Draft): void {
  const { dice } = draft;
  consoleRequest(draft);
  draft.url = `${baseOf(draft)}/documents`;
  draft.method = 'POST';
  const boundary = `----WebKitFormBoundary${dice.alphanumeric(16)}`;
  const list = fields(draft, draft.at('requestBody'), dice.int(3, 7));
  const disposition = dice.pick<(name: string) => string>([
    (name) => `Content-Disposition: form-data; name="${name}"`,
    (name) => `Content-Disposition: form-data; name=${name.replaceAll(' ', '_')}`,
    (name) => `content-disposition: form-data;\r\n name="${name}"`,
    (name) => `Content-Disposition: form-data; name*=UTF-8''${encodeURIComponent(name)}`,
    (name) => `Content-Type: text/plain\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"`,
  ]);
  const parts = list.map(([name, value]) => `--${boundary}\r\n${disposition(name)}\r\n\r\n${value}\r\n`);
  draft.requestHeaders = [...draft.requestHeaders, ['content-type', `multipart/form-data; boundary=${boundary}`]];
  draft.requestBody = `${parts.join('')}--${boundary}--\r\n`;
  answering(draft, 201, 'application/json', JSON.stringify({ _id: draft.at('responseBody').stay('id', id(dice)) }));
}
