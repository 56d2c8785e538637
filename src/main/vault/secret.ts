/** A client secret or access token in memory. It redacts itself in every conversion to text; only `reveal` returns it. */

const REDACTED = '[secret]';

/** Holds a secret text. JSON, templates, concatenation and `util.inspect` show `[secret]`; a structured clone is empty. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The secret itself. Call only for the wire, the cipher, and comparisons. */
  reveal(): string {
    return this.#text;
  }

  toJSON(): string {
    return REDACTED;
  }

  toString(): string {
    return REDACTED;
  }

  [Symbol.toPrimitive](): string {
    return REDACTED;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }

  get [Symbol.toStringTag](): string {
    return 'Secret';
  }
}
