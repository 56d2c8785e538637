/**
 * Extracts the entries of a HAR from its bytes one by one, so that a file of 200 MB never becomes one text. A single pass looks only at quotation
 * marks, backslashes and brackets; each entry is then parsed by itself.
 */

/** The largest entry that is parsed; larger ones are only counted. Browsers store whole downloads in entries. */
const MAX_ENTRY_BYTES = 8 * 1_024 * 1_024;
const MAX_DEPTH = 512;

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
/** The depth of the list of entries, which is in the object `log` of the root. */
const LIST_DEPTH = 3;
const KEY = [...'entries'].map((character) => character.charCodeAt(0));

export class HarSplitter {
  readonly #onEntry: (bytes: Uint8Array) => void;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** The number of characters of the key that match; -1 for another text. */
  #matched = -1;
  #wasKey = false;
  #isInEntries = false;
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #isEntry = false;
  /** The number of entries that were too large to be parsed. */
  tooLarge = 0;
  isTooDeep = false;
  /** Whether the list of entries had its proper end. */
  isWhole = false;

  constructor(onEntry: (bytes: Uint8Array) => void) {
    this.#onEntry = onEntry;
  }

  push(chunk: Uint8Array): void {
    if (this.isTooDeep || this.isWhole) return;
    let start = this.#isEntry ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#isText) {
        this.#readText(byte);
        continue;
      }
      if (byte === QUOTE) {
        this.#isText = true;
        this.#matched = this.#depth === LIST_DEPTH - 1 ? 0 : -1;
        this.#wasKey = false;
      } else if (byte === OPEN || byte === OPEN_LIST) {
        this.#depth += 1;
        if (this.#depth > MAX_DEPTH) {
          this.isTooDeep = true;
          return;
        }
        if (!this.#isInEntries && byte === OPEN_LIST && this.#depth === LIST_DEPTH && this.#wasKey)
          this.#isInEntries = true;
        else if (this.#isInEntries && byte === OPEN && this.#depth === LIST_DEPTH + 1) {
          this.#isEntry = true;
          start = at;
        }
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#isEntry && this.#depth === LIST_DEPTH) {
          this.#keep(chunk.subarray(start, at + 1));
          this.#end();
          start = -1;
        } else if (this.#isInEntries && this.#depth < LIST_DEPTH) {
          this.isWhole = true;
          return;
        }
      }
    }
    if (this.#isEntry) this.#keep(chunk.slice(start));
  }

  #readText(byte: number | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) {
      this.#isEscaped = true;
      this.#matched = -1;
    } else if (byte === QUOTE) {
      this.#isText = false;
      this.#wasKey = this.#matched === KEY.length;
    } else if (this.#matched !== -1) this.#matched = KEY[this.#matched] === byte ? this.#matched + 1 : -1;
  }

  /** The beginning of an entry that was cut off; empty if there is none. */
  get cutEntry(): Uint8Array {
    return this.#isEntry ? Buffer.concat(this.#parts) : new Uint8Array();
  }

  #keep(part: Uint8Array): void {
    this.#bytes += part.length;
    if (this.#bytes <= MAX_ENTRY_BYTES) this.#parts.push(part);
    else this.#parts = [];
  }

  #end(): void {
    if (this.#bytes > MAX_ENTRY_BYTES) this.tooLarge += 1;
    else {
      const [only] = this.#parts;
      this.#onEntry(this.#parts.length === 1 && only ? only : Buffer.concat(this.#parts));
    }
    this.#parts = [];
    this.#bytes = 0;
    this.#isEntry = false;
  }
}
