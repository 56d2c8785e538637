/** A client secret or access token in memory. It redacts itself wherever text is made of it; `reveal` is the only way out. */

const REDACTED = '[secret]';

/**
 * Holds one secret text. JSON, templates, string concatenation and `util.inspect` show `[secret]`; a structured clone
 * carries no field, because the text is a private one.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The secret itself: only for the wire, the cipher, and comparing. */
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
