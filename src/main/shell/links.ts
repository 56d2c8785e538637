/** Opens links outside of the console: only plain https addresses, in the person's browser, and only after the person has seen the host. */
import type { Ask, Question } from '../platform/ports.ts';

/** The longest host name of DNS. */
const MAX_HOST = 253;
/** How many characters of the address the dialog shows. */
const SHOWN = 300;

/** The normalised address, or null when it must not be opened. */
export function vetLink(text: string): URL | null {
  const url = URL.parse(text);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain && url.hostname !== '' && url.hostname.length <= MAX_HOST ? url : null;
}

/** The question before a link opens. It shows the host as it is sent to DNS: letters outside ASCII stay encoded (`xn--…`). */
export function linkQuestion({ host, href }: URL): Question {
  const address = href.length > SHOWN ? `${href.slice(0, SHOWN)}…` : href;
  const encoded = /(^|\.)xn--/.test(host);
  return {
    title: 'Open link',
    message: `Open a page of ${host} in your browser?`,
    detail: encoded ? `${address}\n\nThe name of this host has letters that can imitate others.` : address,
    confirm: 'Open',
    cancel: 'Cancel',
  };
}

export interface LinkPorts {
  readonly ask: Ask;
  /** Opens an address in the person's browser. */
  readonly open: (address: string) => Promise<void>;
}

/**
 * Asks the person and opens the address that was shown. Resolves with false when the person declines; an address that must not be opened is
 * refused without a question.
 */
export async function openLink(text: string, { ask, open }: LinkPorts): Promise<boolean> {
  const url = vetLink(text);
  if (url === null) return false;
  if (await ask(linkQuestion(url))) await open(url.href);
  return true;
}
