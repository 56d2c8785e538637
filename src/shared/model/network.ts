/** The state of the network between the app and a service. */
import { z } from 'zod';
import { MAX_ENTRIES } from './bounds.ts';
import { Kept } from './kept.ts';

/** A proxy that let no request pass. `refused`: it did not accept the password; `unsupported`: only the operating system can sign in there. */
export const ClosedProxy = z.strictObject({
  /** The proxy, as `host:port`. */
  proxy: z.string(),
  /** The proxy's name for itself. */
  realm: z.string(),
  scheme: z.string(),
  state: z.enum(['asks', 'refused', 'unsupported']),
});
export type ClosedProxy = z.infer<typeof ClosedProxy>;

export const NetworkState = z.strictObject({
  revision: z.number().int(),
  /** The last proxy that let no request pass since the app started or a password was given. */
  closedProxy: ClosedProxy.nullable(),
  /** The proxy whose password the app has, and how it is kept. The password itself never comes back. */
  login: z.strictObject({ proxy: z.string(), name: z.string(), kept: Kept }).nullable(),
  /** The hosts whose certificates come from an authority that only this computer trusts. The owner of that authority can read what is sent. */
  inspected: z.array(z.strictObject({ host: z.string(), issuer: z.string() })).max(MAX_ENTRIES.fields),
});
export type NetworkState = z.infer<typeof NetworkState>;

/** The way to a host: its proxies, as the system or a PAC script names them ("PROXY proxy.example:8080"), or "DIRECT". */
export const Route = z.strictObject({ host: z.string(), proxies: z.string() });
export type Route = z.infer<typeof Route>;
