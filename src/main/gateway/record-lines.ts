/** Writes records as lines of JSON, in pieces, so that a list of any length neither holds the app up nor is held in memory. */
import { cancelled } from '../http/abort.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { Piece } from './conversation.ts';

/** Sends a piece. Resolves when there is room for the next. */
export type Send = (piece: Piece) => void | Promise<void>;

/** The characters of a piece; they take about a millisecond. */
const PIECE = 64 * 1024;

export class RecordLines {
  readonly #send: Send;
  readonly #signal: AbortSignal;
  #text = '';

  constructor(send: Send, signal: AbortSignal) {
    this.#send = send;
    this.#signal = signal;
  }

  /** Throws `cancelled` when the reader has gone. */
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
