/** Checks a message before it is parsed: it must come from the main frame of the console's own page, and be plain data of limited size and depth. */
import { MAX_MESSAGE_CHARACTERS, MAX_MESSAGE_DEPTH } from '../../shared/model/bounds.ts';
import { groupedNumber } from '../../shared/text/grouped-number.ts';

/** The part of Electron's `IpcMainEvent` that is used. `senderFrame` is null once the frame has navigated or is gone. */
export interface MessageSender {
  readonly sender: { readonly id: number };
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

/** The page that may send messages to main. Custom schemes have the origin "null", so protocol and host are compared. */
export interface TrustedPage {
  readonly protocol: string;
  readonly host: string;
}

export const BUNDLE_PAGE: TrustedPage = { protocol: 'app:', host: 'bundle' };

/** Makes the sender check. `isOwn` says whether web contents belong to a window of the console. */
export function trustedSender(
  isOwn: (contentsId: number) => boolean,
  page: TrustedPage = BUNDLE_PAGE,
): (event: MessageSender) => boolean {
  return ({ sender, senderFrame }) => {
    if (!isOwn(sender.id)) return false;
    if (senderFrame === null || senderFrame.parent !== null) return false;
    try {
      const { protocol, host } = new URL(senderFrame.url);
      return protocol === page.protocol && host === page.host;
    } catch {
      return false;
    }
  };
}

/** The size that each value counts for, so that many small values are not free. */
const VALUE = 8;

/**
 * Returns the reason to reject a message before it is parsed; `null` for none. A message that contains itself counts as too large. Maps, dates and
 * buffers are rejected, although a structured clone may contain them.
 */
export function messageProblem(message: unknown): string | null {
  const pending: { value: unknown; depth: number }[] = [{ value: message, depth: 0 }];
  let size = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    size += VALUE;
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) {
      // Checked before the items, because a list may have a billion holes.
      if (size + value.length * VALUE > MAX_MESSAGE_CHARACTERS) return TOO_LARGE;
      if (depth === MAX_MESSAGE_DEPTH) return TOO_DEEP;
      for (const item of value) pending.push({ value: item, depth: depth + 1 });
    } else if (typeof value === 'object' && value !== null) {
      if (Object.prototype.toString.call(value) !== '[object Object]') return NOT_PLAIN;
      if (depth === MAX_MESSAGE_DEPTH) return TOO_DEEP;
      for (const [key, inner] of Object.entries(value)) {
        size += key.length;
        pending.push({ value: inner, depth: depth + 1 });
      }
    } else if (!PLAIN.has(typeof value) && value !== null) return NOT_PLAIN;
    if (size + pending.length * VALUE > MAX_MESSAGE_CHARACTERS) return TOO_LARGE;
  }
  return null;
}

const PLAIN: ReadonlySet<string> = new Set(['number', 'boolean', 'undefined']);

const TOO_LARGE = `The message is larger than ${groupedNumber(MAX_MESSAGE_CHARACTERS)} characters.`;
const TOO_DEEP = `The message is nested deeper than ${MAX_MESSAGE_DEPTH} levels.`;
const NOT_PLAIN = 'The message has a value that is no plain data.';
