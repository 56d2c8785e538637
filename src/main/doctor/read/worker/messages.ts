/** The messages between main and the thread that reads pasted input. */
import type { PastedReport } from '../../../../shared/model/pasted.ts';
import type { TextFormats } from '../../../../shared/time/text-formats.ts';
import type { KnownService } from '../../failure.ts';

/** A message to the reader's thread: first `start`, then either chunks and `finish`, or a file. */
export type ToReader =
  | {
      readonly kind: 'start';
      readonly secrets: readonly string[];
      readonly services: readonly KnownService[];
      readonly formats: TextFormats;
      /** The present time, in epoch ms. */
      readonly readAt: number;
    }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'finish' }
  | { readonly kind: 'file'; readonly path: string };

/** A message from the reader's thread; `report` is the last one. `total` is null while the size of the input is unknown. */
export type FromReader =
  | { readonly kind: 'progress'; readonly bytes: number; readonly total: number | null }
  | { readonly kind: 'report'; readonly report: PastedReport };
