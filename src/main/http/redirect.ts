/** Reads a redirect from an answer. A redirect is never followed, because a token or a secret would go to its target. */
import type { ErrorOf } from '../../shared/errors.ts';
import { redactText } from '../redact/redact.ts';
import type { Answer } from './answer.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_LOCATION = 300;

/**
 * The error of a redirect; `null` for another answer. `url`: the address of the request; `address`: the name of the connection's address to
 * change.
 */
export function redirectedBy(
  { status, headers, exchangeId }: Pick<Answer, 'status' | 'headers' | 'exchangeId'>,
  { url, address }: { readonly url: string; readonly address: string },
): ErrorOf<'redirected'> | null {
  if (!REDIRECTS.has(status)) return null;
  const location = targetOf(headers.get('location'), url);
  return { code: 'redirected', host: new URL(url).host, status, location, address, exchangeId };
}

/** The target of the redirect without its query, which may repeat the request's values. */
function targetOf(location: string | null, base: string): string | null {
  if (location === null || !URL.canParse(location, base)) return null;
  const { origin, pathname, protocol } = new URL(location, base);
  return redactText(/^https?:$/.test(protocol) ? `${origin}${pathname}` : protocol).slice(0, MAX_LOCATION);
}
