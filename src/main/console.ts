/** The composed console: the services that handlers call, pictures, and `close`. */
import type { Services } from './ipc/handlers.ts';

/** A picture as the console's own protocol serves it. `type` is a media type, `image/…`. */
export interface Picture {
  readonly type: string;
  readonly data: Uint8Array;
}

export interface Console {
  readonly services: Services;
  /** Starts to load the data of the first page. */
  begin(): void;
  /** The picture behind `/pictures/<id>`; null when there is none. */
  pictures(id: string): Promise<Picture | null>;
  /** Records an action of a person. `input` is the input of the call, or null when the window came to the front. */
  recordUse(input: unknown): void;
  /** Finishes pending writes and releases all resources. */
  close(): Promise<void>;
}
