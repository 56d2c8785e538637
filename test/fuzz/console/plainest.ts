/** The plainest redactor, as a peer in the same measurement: a walk over parsed JSON and a list of field names. */
import type { RawExchange } from '../../../src/main/http/raw-exchange.ts';
import type { Exchange } from '../../../src/shared/model/traffic.ts';

const NAMES =
  /secret|token|password|authorization|cookie|key|cvv|cvc|pin|code|name|mail|phone|address|note|message|birth|passport/i;
const MARK = '[redacted]';

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, NAMES.test(name) ? MARK : walk(inner)]),
  );
}

function bodyOf(text: string): string {
  try {
    return JSON.stringify(walk(JSON.parse(text)));
  } catch {
    return MARK;
  }
}

/** The record of the exchange that the plainest redactor would keep. */
export function plainest(raw: RawExchange, recorded: Exchange): Exchange {
  const lines = (headers: Exchange['requestHeaders']) =>
    headers.map(([name, value]): [string, string] => [name, NAMES.test(name) ? MARK : value]);
  const body = (of: RawExchange['requestBody']) => of && { text: bodyOf(of.text), bytes: of.bytes, cut: false };
  const url = raw.url.replace(/([?&])([^=&#]*)=[^&#]*/g, (whole, mark: string, name: string) =>
    NAMES.test(name) ? `${mark}${name}=${MARK}` : whole,
  );
  return {
    ...recorded,
    url,
    requestHeaders: lines(raw.requestHeaders),
    requestBody: body(raw.requestBody),
    responseHeaders: raw.responseHeaders && lines(raw.responseHeaders),
    responseBody: body(raw.responseBody),
  };
}
