/** The port to the library that finds, downloads and installs newer versions of the app. */
import type { Update, UpdateChannel } from '../../shared/model/update.ts';

/** The way in which this build of the app gets updates. `reason` is a sentence for the person. */
export type UpdateWay =
  | { readonly kind: 'self' }
  | { readonly kind: 'told'; readonly reason: string }
  | { readonly kind: 'off'; readonly reason: string };

/** Finds, downloads and installs updates. Methods reject with UpdateProblem, or with another error if the person can do nothing about it. */
export interface UpdateEngine {
  way(): Promise<UpdateWay>;
  /** Returns the newest version of a channel; `null` when it is not newer than this one or not yet offered to this computer. */
  check(channel: UpdateChannel): Promise<Update | null>;
  /** Downloads the version that `check` found. Calls `onProgress` with a number between 0 and 100. */
  download(onProgress: (percent: number) => void): Promise<void>;
  /** Installs the downloaded version, quits and starts it. Call when the app may end. Calls `giveUp` when it could not be installed. */
  install(giveUp: () => void): void;
}

/** The error of an update that failed. Its message is a sentence for the person about the reason. */
export class UpdateProblem extends Error {
  override readonly name = 'UpdateProblem';
}
