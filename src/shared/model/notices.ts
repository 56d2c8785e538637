/** The licences of the app and of the packages in it. */
import { z } from 'zod';

export const Notices = z.strictObject({
  /** The text of the app's own licence. */
  license: z.string(),
  packages: z.array(
    z.strictObject({ name: z.string(), version: z.string(), /** An SPDX id. */ license: z.string(), text: z.string() }),
  ),
});
export type Notices = z.infer<typeof Notices>;
