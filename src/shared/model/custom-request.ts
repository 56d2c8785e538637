/** Requests that a person composes: known paths as data, and one request to send. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Api, Id, Provenance } from './primitives.ts';

export const RequestMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
export type RequestMethod = z.infer<typeof RequestMethod>;

/** A path below the address of an API, with placeholders such as {listingId}. */
const KnownPath = z
  .string()
  .max(MAX_CHARACTERS.line)
  .regex(/^\/[\w./{}~-]*$/, { error: 'A path begins with / and has no query, such as /listings/{listingId}.' });

/** A request that a person saved under a name. `query` lists the names of its query parameters. */
export const OwnRequest = z.strictObject({
  name: z.string().trim().min(1, { error: 'Enter a name.' }).max(MAX_CHARACTERS.label),
  api: Api,
  method: RequestMethod,
  path: KnownPath,
  query: z.array(z.string().max(MAX_CHARACTERS.name)).max(MAX_ENTRIES.few),
});
export type OwnRequest = z.infer<typeof OwnRequest>;

/** A request that the app offers. `section` is a section of docs/service.md; null for a request that a person saved. */
export const KnownRequest = OwnRequest.extend({ provenance: Provenance, section: z.string().nullable() });
export type KnownRequest = z.infer<typeof KnownRequest>;

/** A request to send unchanged. `path` includes the query, and is relative to the API's address. */
export const CustomRequestInput = z.strictObject({
  connectionId: Id,
  api: Api,
  method: RequestMethod,
  path: z.string().min(1).max(MAX_CHARACTERS.line),
  body: z.string().max(MAX_CHARACTERS.bodyTemplate).nullable(),
});
export type CustomRequestInput = z.infer<typeof CustomRequestInput>;

/** A request that was read from a curl command or from a recorded exchange, without headers: the app adds its own. */
export const ReadRequest = CustomRequestInput.omit({ connectionId: true });
export type ReadRequest = z.infer<typeof ReadRequest>;
