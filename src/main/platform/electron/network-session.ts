/** The sessions of main's own requests. No page lives in them, nothing is cached, and each answer can become a Response, a redirect too. */
import { type Session, session } from 'electron';
import { readableHead } from '../readable-head.ts';
import { RedirectAnswers } from '../redirect-answers.ts';

/** The part of a session that main's networks use. */
export type NetworkSession = Pick<Session, 'resolveProxy' | 'closeAllConnections'> & {
  /** Answers a redirect as such. */
  fetch(url: string, init: RequestInit): Promise<Response>;
};

/** The redirects of a session: several callers may share it. */
const redirectsOf = new WeakMap<Session, RedirectAnswers>();

/** The session of that name, in memory. */
export function networkSession(name: string): NetworkSession {
  const made = session.fromPartition(name, { cache: false });
  const redirects = redirectsOf.get(made) ?? new RedirectAnswers();
  redirectsOf.set(made, redirects);
  made.webRequest.onHeadersReceived((details, respond) => respond(readableHead(details)));
  made.webRequest.onBeforeRedirect((details) => redirects.saw(details));
  return {
    fetch: (url, init) => redirects.answer(url, () => made.fetch(url, init)),
    resolveProxy: (url) => made.resolveProxy(url),
    closeAllConnections: () => made.closeAllConnections(),
  };
}
