/** Writes records as JSON lines in pieces, so that a long list neither blocks the app nor fills its memory. */
import { cancelled } from '../http/abort.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { Piece } from './conversation.ts';

/** Sends pieces of output together. Resolves when there is room for the next ones. */
export type Send = (...pieces: Piece[]) => void | Promise<void>;

/** The length of a piece in characters. Writing a piece takes about a millisecond. */
const PIECE = 64 * 1024;

export class RecordLines {
  readonly #send: Send;
  readonly #signal: AbortSignal;
  #text = '';

  constructor(send: Send, signal: AbortSignal) {
    this.#send = send;
    this.#signal = signal;
  }

  /** Adds a record and sends a full piece. Throws `cancelled` when the reader has gone. */
  async add(record: object): Promise<void> {
    this.#text += `${JSON.stringify(record)}\n`;
    if (this.#text.length < PIECE) return;
    await this.flush();
    await nextTurn();
    if (this.#signal.aborted) throw cancelled(false);
  }

  async flush(): Promise<void> {
    const out = this.#text;
    this.#text = '';
    if (out !== '') await this.#send({ out });
  }
}
