/** The sessions of main's own requests. No page uses them, nothing is cached, and each answer, a redirect too, can become a Response. */
import { type Session, session } from 'electron';
import { readableHead } from '../readable-head.ts';
import { RedirectAnswers } from '../redirect-answers.ts';

export type NetworkSession = Pick<Session, 'resolveProxy' | 'closeAllConnections'> & {
  /** Resolves with a redirect as the answer. */
  fetch(url: string, init: RequestInit): Promise<Response>;
};

/** The redirects that each session saw; several callers may share a session. */
const redirectsOf = new WeakMap<Session, RedirectAnswers>();

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
