/** The sessions of main's own requests. No page lives in them, nothing is cached, and each answer can become a Response. */
import { type Session, session } from 'electron';
import { readableHead } from '../readable-head.ts';

/** The session of that name, in memory. */
export function networkSession(name: string): Session {
  const made = session.fromPartition(name, { cache: false });
  made.webRequest.onHeadersReceived((details, respond) => respond(readableHead(details)));
  return made;
}
