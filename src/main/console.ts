/** What a composition gives back: the services of the window, its pictures, and the way to end them. */
import type { Services } from './ipc/services.ts';

/** A picture as the console's own protocol serves it. `type` is a media type, `image/…`. */
export interface Picture {
  readonly type: string;
  readonly data: Uint8Array;
}

export interface Console {
  readonly services: Services;
  /** The picture behind `/pictures/<id>`; null when there is none. */
  pictures(id: string): Promise<Picture | null>;
  /** Writes what is not written yet and lets go of everything. */
  close(): Promise<void>;
}
