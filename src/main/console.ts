/** The interface of the composed console. */
import type { Services } from './ipc/handlers.ts';

/** A picture as the console's own protocol serves it; `type` is a media type such as `image/png`. */
export interface Picture {
  readonly type: string;
  readonly data: Uint8Array;
}

export interface Console {
  readonly services: Services;
  /** Starts the updates and the gateway for programs and, with the first window, loads the data of its page. */
  begin(): void;
  /** The picture of `/pictures/<id>`; `null` when there is none. */
  pictures(id: string): Promise<Picture | null>;
  /** Records that a person acted. `input` is the input of the call, or names the connection of a window that got the focus. */
  recordUse(input: unknown): void;
  /** Finishes pending writes and releases all resources. */
  close(): Promise<void>;
}
