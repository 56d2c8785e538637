/** Redacts the texts that a person marked in the preview of a bundle, in every file and field; pure functions. */
import { REDACTED_BY_HAND } from '../../../shared/doctor/redaction-marks.ts';

/** Names of fields that contain only the console's own words. They are never redacted, because the bundle must open again. */
const WORDS = new Set([
  'format',
  'kind',
  'state',
  'origin',
  'cause',
  'outcome',
  'weight',
  'cost',
  'by',
  'api',
  'unit',
  'basis',
]);

/** The forms in which a marked text may occur, the longest first: unchanged, in JSON, in JSON within JSON, and URL-encoded. */
function formsOf(mark: string): string[] {
  const plain = [mark, unescapedJson(mark), unescapedJson(unescapedJson(mark))];
  const forms = plain.flatMap((form) => {
    const encoded = encodeURIComponent(form.toWellFormed());
    return [form, escapedJson(form), escapedJson(escapedJson(form)), encoded, encoded.replaceAll('%20', '+')];
  });
  return [...new Set(forms)].filter((form) => form.trim().length >= 3).sort((one, two) => two.length - one.length);
}

const escapedJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Undoes JSON escapes, because a person may mark a piece of JSON: `a\"b` stands for `a"b`. */
function unescapedJson(mark: string): string {
  try {
    const read: unknown = JSON.parse(`"${mark}"`);
    return typeof read === 'string' ? read : mark;
  } catch {
    return mark;
  }
}

export class HandRedactor {
  readonly #forms: readonly (readonly string[])[];
  /** How often each marked text was found. */
  readonly places: number[];

  constructor(marks: readonly string[]) {
    this.#forms = marks.map(formsOf);
    this.places = marks.map(() => 0);
  }

  text(text: string): string {
    return this.#forms.reduce(
      (rest, forms, index) => forms.reduce((inner, form) => this.#replaced(inner, form, index), rest),
      text,
    );
  }

  /** Copies a JSON value with its texts redacted. Numbers and the console's own words stay. */
  value<Value>(value: Value): Value {
    return this.#copied(value, '') as Value;
  }

  #copied(value: unknown, name: string): unknown {
    if (typeof value === 'string') return WORDS.has(name) ? value : this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#copied(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#copied(inner, key)]));
  }

  #replaced(text: string, form: string, index: number): string {
    const parts = text.split(form);
    this.places[index] = (this.places[index] ?? 0) + parts.length - 1;
    return parts.join(REDACTED_BY_HAND);
  }
}
