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
  /** A person does something: `input` is what the window asked with, or null when it only came to the front. */
  recordUse(input: unknown): void;
  /** Writes what is not written yet and lets go of everything. */
  close(): Promise<void>;
}
