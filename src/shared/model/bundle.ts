/** The support bundle: one zip with all data of a case and no secret. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Case } from './case.ts';
import { IncidentTimeline } from './incident.ts';
import { EpochMs, Id } from './primitives.ts';

/** Texts that a person marked in the preview of a bundle. Each is redacted wherever it occurs in a file. */
export const BundleMarks = z
  .array(z.string().min(MAX_CHARACTERS.bundleMarkMin).max(MAX_CHARACTERS.phrase))
  .max(MAX_ENTRIES.fields);

const bounded = z.string().max(MAX_CHARACTERS.line);
/** A case in a bundle: without data that concerns only its computer. Its texts have limits, because a bundle may come from anywhere. */
export const BundledCase = Case.omit({
  ...{ seenBefore: true, connectionId: true, credentialId: true },
  ...{ number: true, customer: true, ticket: true, tags: true },
}).extend({ title: bounded, causeTitle: bounded.nullable(), host: bounded.nullable(), requestId: bounded.nullable() });
export type BundledCase = z.infer<typeof BundledCase>;

export const BundleFile = z.strictObject({ name: z.string(), text: z.string() });
export type BundleFile = z.infer<typeof BundleFile>;

/** The preview of a bundle, with its files. `places` counts how often each marked text occurred. Saving the bundle names this `id`. */
export const BundlePreview = z.strictObject({ id: Id, files: z.array(BundleFile), places: z.array(z.number().int()) });
export type BundlePreview = z.infer<typeof BundlePreview>;

/** A bundle that a person opened, read-only. `path` is its file on this computer. */
export const OpenedBundle = z.strictObject({
  path: z.string(),
  writtenAt: EpochMs,
  case: BundledCase,
  /** The incidents around the failure; null when the bundle has none, or has them in a form that this version does not know. */
  timeline: IncidentTimeline.nullable(),
  files: z.array(BundleFile),
});
export type OpenedBundle = z.infer<typeof OpenedBundle>;
