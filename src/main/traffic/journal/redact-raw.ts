/** The one place where a raw exchange becomes one that may be kept. */
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { Exchange, HeaderLines, RecordedBody } from '../../../shared/model/traffic.ts';
import { withoutSecrets } from '../redact/own-secrets.ts';
import { redactBody, redactHeaders, redactTokenBody, redactUrl } from '../redact/redact.ts';
import type { RawBody, RawExchange } from './raw-exchange.ts';

/** How an exchange is kept: see JournalChoices. */
export type KeepChoices = Pick<JournalChoices, 'bodyKilobytes' | 'keepGuests'>;

/** Everything of an exchange but its place in the journal. */
export type RedactedExchange = Omit<Exchange, 'seq'>;

/** The exchange without secrets, and without what the choices leave out. */
export function redactRaw(raw: RawExchange, choices: KeepChoices): RedactedExchange {
  const { secrets, requestHeaders, requestBody, responseHeaders, responseBody, ...rest } = raw;
  const clean = (text: string): string => withoutSecrets(text, secrets);
  const lines = (headers: HeaderLines): HeaderLines =>
    redactHeaders(new Headers(headers.map(([name, value]) => [name, clean(value)])));
  const body = (of: RawBody, redact: typeof redactBody): RecordedBody =>
    capped(redact(clean(of.text), of.bytes), choices.bodyKilobytes * 1_024);
  return {
    ...rest,
    url: redactUrl(clean(raw.url)),
    requestHeaders: lines(requestHeaders),
    requestBody: requestBody && body(requestBody, redactBody),
    responseHeaders: responseHeaders && lines(responseHeaders),
    responseBody: responseBody && body(responseBody, raw.operation === 'token' ? redactTokenBody : redactBody),
  };
}

/** The body cut at a number of characters, and never between the two halves of one. */
function capped(body: RecordedBody, characters: number): RecordedBody {
  if (body.text.length <= characters) return body;
  const text = body.text.slice(0, characters);
  return { ...body, text: /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text, cut: true };
}
