/** Opens links in the person's browser: only plain https addresses, and only after the person has seen the host. */
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import type { Ask, Question } from '../platform/ports.ts';

const MAX_HOST = 253;

/** Normalises an address; `null` for an address that must not be opened. */
export function vetLink(text: string): URL | null {
  const url = URL.parse(text);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain && url.hostname !== '' && url.hostname.length <= MAX_HOST ? url : null;
}

/** Makes the question that a person answers before a link opens. It shows the host as DNS gets it: letters outside ASCII stay encoded (`xn--…`). */
export function linkQuestion({ host, href }: URL): Question {
  const address = href.length > MAX_CHARACTERS.name ? `${href.slice(0, MAX_CHARACTERS.name)}…` : href;
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
  readonly open: (address: string) => Promise<void>;
}

/**
 * Shows an address to the person in a question, and opens it if they agree. Resolves with true after either answer, and with false, without a
 * question, for an address that must not be opened.
 */
export async function openLink(text: string, { ask, open }: LinkPorts): Promise<boolean> {
  const url = vetLink(text);
  if (url === null) return false;
  if (await ask(linkQuestion(url))) await open(url.href);
  return true;
}
