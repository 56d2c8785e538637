/** Checks senders: only the main frame of a window of the console may send messages, and only while it shows the console's own page. */

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
