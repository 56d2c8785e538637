/**
 * Checks a message before it is parsed. Its sender: only the main frame of a window of the console, while it shows the console's own page. Its
 * content: size, depth, and that it is plain data.
 */
import { MAX_MESSAGE_CHARACTERS, MAX_MESSAGE_DEPTH } from '../../shared/model/bounds.ts';
import { groupedNumber } from '../../shared/text/grouped-number.ts';

/** The fields of Electron's `IpcMainEvent` that are used here. `senderFrame` is null once the frame has navigated or is gone. */
export interface MessageSender {
  readonly sender: { readonly id: number };
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

/** The page that may send messages to main. The origin of a custom scheme is "null", so protocol and host are compared. */
export interface TrustedPage {
  readonly protocol: string;
  readonly host: string;
}

/** The page inside the built application. */
export const BUNDLE_PAGE: TrustedPage = { protocol: 'app:', host: 'bundle' };

/** Makes the sender check; `isOwn` decides by id whether web contents belong to a window of the console. */
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

/** The size that each value counts, so that many small values are not free. */
const VALUE = 8;

/**
 * The reason why a message must not be parsed; `null` when it may be. The message is measured as a tree, so a value that contains itself is too
 * large. A structured clone may also carry maps, dates and buffers, which no operation takes.
 */
export function messageProblem(message: unknown): string | null {
  const pending: { value: unknown; depth: number }[] = [{ value: message, depth: 0 }];
  let size = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    size += VALUE;
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) {
      // The length first: a list may have a billion holes.
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
