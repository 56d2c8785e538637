/** The port to what finds, downloads and installs newer versions of the app. */
import type { Update, UpdateChannel } from '../../shared/model/update.ts';

/** The way in which a build gets updates. `reason` is a sentence for the person. */
export type UpdateWay =
  | { readonly kind: 'self' }
  | { readonly kind: 'told'; readonly reason: string }
  | { readonly kind: 'off'; readonly reason: string };

/** Finds, downloads and installs updates. Methods reject with UpdateProblem, or with an error that a person cannot act on. */
export interface UpdateEngine {
  way(): Promise<UpdateWay>;
  /** Returns the newest version of a channel; `null` when it is not newer than this one or not yet offered to this computer. */
  check(channel: UpdateChannel): Promise<Update | null>;
  /** Downloads the version that `check` found. Calls `onProgress` with a number between 0 and 100. */
  download(onProgress: (percent: number) => void): Promise<void>;
  /** Installs the downloaded version, quits and starts it. Call when the app may end. Calls `giveUp` when it could not be installed. */
  install(giveUp: () => void): void;
}

/** An update that failed; the message is a sentence about the reason. */
export class UpdateProblem extends Error {
  override readonly name = 'UpdateProblem';
}
