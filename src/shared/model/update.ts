/** Updates of the app: how this build gets them, and the progress of the newest update. */
import { z } from 'zod';
import { EpochMs } from './primitives.ts';

/** The channel: `latest` has the released versions, `beta` has pre-releases, too. */
export const UpdateChannel = z.enum(['latest', 'beta']);
export type UpdateChannel = z.infer<typeof UpdateChannel>;

/** A newer version. `notes` is plain text or Markdown, empty when there are none. */
export const Update = z.strictObject({ version: z.string(), notes: z.string(), releasedAt: EpochMs.nullable() });
export type Update = z.infer<typeof Update>;

/** The phase of an update. `current`: no newer version is known. `percent` is between 0 and 100. `reason` is a sentence. */
export const UpdatePhase = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('current') }),
  z.strictObject({ kind: z.literal('checking') }),
  z.strictObject({ kind: z.literal('available'), update: Update }),
  z.strictObject({ kind: z.literal('downloading'), update: Update, percent: z.number() }),
  z.strictObject({ kind: z.literal('ready'), update: Update }),
  z.strictObject({ kind: z.literal('failed'), reason: z.string(), update: Update.nullable() }),
]);
export type UpdatePhase = z.infer<typeof UpdatePhase>;

/**
 * The status of updates. `way`: the app updates itself (`self`), only reports newer versions (`told`), or looks for none (`off`). `reason` is a
 * sentence that explains `told` or `off`. `fixed`: an administrator's policy sets the channel.
 */
export const UpdateStatus = z.strictObject({
  revision: z.number().int(),
  current: z.string(),
  way: z.enum(['self', 'told', 'off']),
  reason: z.string().nullable(),
  channel: UpdateChannel,
  fixed: z.boolean(),
  checkedAt: EpochMs.nullable(),
  phase: UpdatePhase,
});
export type UpdateStatus = z.infer<typeof UpdateStatus>;
