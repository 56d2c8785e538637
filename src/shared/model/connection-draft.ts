/**
 * The draft of a connection from a file of another API client. It has no secrets: main keeps those that a person may use. It names the file, so that
 * the person can clean it up.
 */
import { z } from 'zod';
import { AddressInputs, PresetId } from './connection.ts';

export const DraftFormat = z.enum(['Postman', 'Insomnia', 'Bruno', 'Yaak']);
export type DraftFormat = z.infer<typeof DraftFormat>;

/**
 * A draft of a connection from a file. `presetId` and `addresses` are null when the file names no address. `addresses` is also null when they are the
 * preset's. `secretsInFile` counts the client secrets in the file. `openApiSecret` and `applicationSecret` are references to the clients' secrets, null
 * unless the file says where the secret goes.
 */
export const ConnectionDraft = z.strictObject({
  format: DraftFormat,
  file: z.string(),
  name: z.string(),
  presetId: PresetId.exclude(['sandbox']).nullable(),
  addresses: AddressInputs.nullable(),
  openApiClientId: z.string().nullable(),
  applicationClientId: z.string().nullable(),
  secretsInFile: z.number().int().min(0),
  openApiSecret: z.string().nullable(),
  applicationSecret: z.string().nullable(),
});
export type ConnectionDraft = z.infer<typeof ConnectionDraft>;
