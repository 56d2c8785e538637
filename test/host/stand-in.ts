/**
 * The stand-in origin. A Chromium that Playwright starts has no scheme `app:`, so it loads `app://bundle/x` from
 * `https://bundle.latchkey.invalid/x`. The app never sees that address, and no such host can exist (RFC 6761, `.invalid`).
 */
const DOMAIN = '.latchkey.invalid';

/** `app://bundle/x` → `https://bundle.latchkey.invalid/x`; other addresses stay as they are. A custom scheme has no user and no port. */
export function toStandIn(url: string): string {
  const parsed = new URL(url);
  if (parsed.protocol !== 'app:') return url;
  return `https://${parsed.hostname}${DOMAIN}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

/** `https://bundle.latchkey.invalid/x` → `app://bundle/x`; other addresses stay as they are. */
export function fromStandIn(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' || !parsed.host.endsWith(DOMAIN)) return url;
  return `app://${parsed.host.slice(0, -DOMAIN.length)}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

/** The headers of a request of the page, without those that name the stand-in. */
export const headersFromStandIn = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => !value.includes(DOMAIN)));

export const isStandIn = (url: string): boolean => fromStandIn(url) !== url;

/** Rewrites the app's own scheme in a policy header: `app://bundle` and a bare `app:` source. */
export function policyForStandIn(policy: string): string {
  return policy
    .replace(/\bapp:\/\/([a-z0-9-]+)/g, (_whole, host: string) => `https://${host}${DOMAIN}`)
    .replace(/\bapp:(?=[\s;]|$)/g, `https://*${DOMAIN}`);
}
