/** An entry of the catalogue of causes: what is true of a cause in every failure, apart from the evidence of one. */
import { z } from 'zod';
import { CauseId, Confirmation } from './diagnosis.ts';

/** An entry in the catalogue of causes. `looks`: how the failure shows. `remedy`: what to do. `source`: the sections of service.md. */
export const CauseEntry = z.strictObject({
  cause: CauseId,
  title: z.string(),
  looks: z.string(),
  confirm: Confirmation.nullable(),
  remedy: z.string(),
  source: z.string(),
});
export type CauseEntry = z.infer<typeof CauseEntry>;
