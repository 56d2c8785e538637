/**
 * The stand-in origin. Chromium cannot be taught a scheme from outside, so `app://bundle/x` is drawn from
 * `https://bundle.latchkey.invalid/x`; the app never sees that address, and no such host can exist (RFC 6761, `.invalid`).
 */
const DOMAIN = '.latchkey.invalid';

/** `app://bundle/x` → `https://bundle.latchkey.invalid/x`; anything else is given back as it is. */
export function toStandIn(url: string): string {
  const parsed = new URL(url);
  if (parsed.protocol !== 'app:') return url;
  return `https://${parsed.host}${DOMAIN}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

/** `https://bundle.latchkey.invalid/x` → `app://bundle/x`; anything else is given back as it is. */
export function fromStandIn(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' || !parsed.host.endsWith(DOMAIN)) return url;
  return `app://${parsed.host.slice(0, -DOMAIN.length)}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

export const isStandIn = (url: string): boolean => fromStandIn(url) !== url;

/** Rewrites the app's own scheme in a policy header: `app://bundle` and a bare `app:` source. */
export function policyForStandIn(policy: string): string {
  return policy
    .replace(/\bapp:\/\/([a-z0-9-]+)/g, (_whole, host: string) => `https://${host}${DOMAIN}`)
    .replace(/\bapp:(?=[\s;]|$)/g, `https://*${DOMAIN}`);
}
