/** The sentences about the network of a company. */
import type { ClosedProxy, Route } from '../../shared/model/network.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';

/** Says what a proxy that let no request pass asks for, and what a person can do. */
export function closedProxyText({ proxy, realm, scheme, state }: ClosedProxy): string {
  const named = realm === '' ? proxy : `${proxy} (${quotedName(realm)})`;
  if (state === 'unsupported')
    return `The proxy ${named} asks to sign in by ${scheme}, which only the operating system can do. Ask your administrator for a way past it.`;
  if (state === 'refused') return `The proxy ${named} did not accept the name and password. Type them again.`;
  return `The proxy ${named} asks for a name and password. Without them no request reaches your service.`;
}

/** Says over which proxies requests to a host go, as Chromium lists them ("PROXY a:1; DIRECT"). */
export function routeText({ proxies }: Pick<Route, 'proxies'>): string {
  const ways = proxies.split(';').flatMap((way) => {
    const [kind = '', address] = way.trim().split(/\s+/);
    if (kind === '') return [];
    return kind.toUpperCase() === 'DIRECT' || address === undefined ? 'directly' : `over the proxy ${address}`;
  });
  return ways.join(', or ') || 'directly';
}
