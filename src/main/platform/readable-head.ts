/**
 * Electron's fetch makes a Response of each answer. Where that throws, because a header or the status text has a character beyond Latin-1 or
 * no Response has such a status, its promise never settles (lib/browser/api/net-fetch.ts). So heads are made readable before it sees them.
 */

/** The head of an answer as Electron's webRequest has it: its bytes decoded as UTF-8. */
export interface Head {
  readonly statusCode: number;
  readonly statusLine: string;
  readonly responseHeaders?: Record<string, string[]>;
}

/** What webRequest puts in place of the head: nothing where it is readable. `cancel` ends the request with ERR_BLOCKED_BY_CLIENT. */
export interface HeadChange {
  readonly cancel?: boolean;
  readonly statusLine?: string;
  readonly responseHeaders?: Record<string, string[]>;
}

/** Writes the texts of the head as every fetch gives them: each byte is one character. Cancels where no Response can be made. */
export function readableHead({ statusCode, statusLine, responseHeaders = {} }: Head): HeadChange {
  const headers = Object.entries(responseHeaders);
  // Electron's fetch takes cookies from the answer as it came, whatever stands here.
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

/** The bytes of the text in UTF-8 as one character each, without control characters. */
const byteString = (text: string): string => Buffer.from(text).toString('latin1').replace(EVERY_UNREADABLE, '');
