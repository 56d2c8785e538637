/**
 * Repairs the head of an answer of which no Response can be made: Electron's fetch would never settle (lib/browser/api/net-fetch.ts). The fault is a
 * status, or a character beyond Latin-1.
 */

/** The head of an answer in the form of Electron's webRequest, which decodes its bytes as UTF-8. */
export interface Head {
  readonly statusCode: number;
  readonly statusLine: string;
  readonly responseHeaders?: Record<string, string[]>;
}

/** The change of a head for webRequest; empty when the head needs none. `cancel` ends the request with ERR_BLOCKED_BY_CLIENT. */
export interface HeadChange {
  readonly cancel?: boolean;
  readonly statusLine?: string;
  readonly responseHeaders?: Record<string, string[]>;
}

/** Rewrites the texts of a head to one character for each byte, as fetch returns them. Cancels an answer that cannot become a Response. */
export function readableHead({ statusCode, statusLine, responseHeaders = {} }: Head): HeadChange {
  const headers = Object.entries(responseHeaders);
  // Electron's fetch reads cookies from the original answer, so a change here would have no effect.
  const hasUnreadableCookie = headers.some(
    ([name, values]) => name.toLowerCase() === 'set-cookie' && values.some((value) => UNREADABLE.test(value)),
  );
  if (statusCode < 200 || statusCode > 599 || hasUnreadableCookie) return { cancel: true };
  if ([statusLine, ...headers.flatMap(([, values]) => values)].every((text) => byteString(text) === text)) return {};
  return {
    statusLine: byteString(statusLine),
    responseHeaders: Object.fromEntries(headers.map(([name, values]) => [name, values.map(byteString)])),
  };
}

const UNREADABLE = /[^\t -~\u0080-\u00ff]/;
const EVERY_UNREADABLE = new RegExp(UNREADABLE, 'g');

/** The UTF-8 bytes of the text as one character each, without control characters. */
const byteString = (text: string): string => Buffer.from(text).toString('latin1').replace(EVERY_UNREADABLE, '');
