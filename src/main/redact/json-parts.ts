/** The state of the JSON scanner: its position among objects and lists, and the edits that it will make. */
import type { FieldKind, Subject } from './field-kinds.ts';
import type { Sign } from './json-names.ts';

/** An open object or list; the outermost frame is the text itself. */
export interface Frame {
  readonly isList: boolean;
  readonly subject: Subject;
  /** The name of the current field, and the name of the field that contains this object or list. Both consist of letters only, in lower case. */
  name: string;
  within: string;
  /** The kind of the current field; in a list, the kind of the field that contains the list. */
  kind: FieldKind;
  /** The role of the next value in a `{"name": …, "value": …}` pair. */
  role: 'value' | 'name' | 'none';
  /**
   * In a `{"name": …, "value": …}` pair, or a list of two: the kind of the sensitive field that the text of `name` names, such as a secret; else
   * `null`.
   */
  pairKind: FieldKind | null;
  /** The positions of the values in that pair: their first index in the text, and the index after them. */
  values: [number, number][] | null;
  /** In a list: the number of values that were read. */
  count: number;
  /** In a list: the kind of the sensitive field that the last text names; else `null`. */
  lastNameKind: FieldKind | null;
  /** In a list of texts, or of objects with a name: the kind of the sensitive field that each of them names. `null` for any other list. */
  names: (FieldKind | null)[] | null;
  /** The kinds of the columns that an earlier list, in this object or list, has named. */
  columns: readonly (FieldKind | null)[] | null;
  /** In a list that may be a row: the kinds of its columns. */
  rowKinds: readonly (FieldKind | null)[] | null;
  /** Whether the name of the current field, such as `rows`, suggests a table, so that a list in it may be one row. */
  isRows: boolean;
  /** The author that the name of the current field suggests for the texts beside it. */
  sign: Sign;
  /** Whether the current field is a note or a message by its name. */
  isNote: boolean;
  /** Whether a field of this object suggests that the service, or a person, wrote the texts of the object, or that the object is about a stay. */
  isService: boolean;
  isPerson: boolean;
  isStay: boolean;
  /** The texts whose author, a person or the service, is decided at the end of the object; null before the first one. */
  texts: OpenText[] | null;
  /** The index at which this object or list begins. */
  readonly start: number;
}

/**
 * A text whose author is not decided yet. `isNote`: the text is a note or a message, so it counts as a person's if the object is about a stay or
 * if a person sent the body.
 */
export interface OpenText {
  readonly start: number;
  readonly end: number;
  readonly inside: string;
  readonly isNote: boolean;
}

export function newFrame(isList: boolean, subject: Subject, kind: FieldKind, start: number): Frame {
  return {
    ...{
      isList,
      subject,
      name: '',
      within: '',
      kind,
      start,
      role: 'none',
      pairKind: null,
      values: null,
      count: 0,
      lastNameKind: null,
    },
    ...{ names: isList ? [] : null, columns: null, rowKinds: null, isRows: false },
    ...{ sign: 'none', isNote: false, isService: false, isPerson: false, isStay: false, texts: null },
  };
}

/** Replaces a range with a JSON-encoded text. */
export type Edit = readonly [start: number, end: number, text: string];

/** The value of a JSON string without its quotation marks; `null` when it has an escape that JSON does not know. */
export function unescapeJson(raw: string): string | null {
  try {
    return JSON.parse(`"${raw.replace(LINE_BREAKS, '\\n').replace(CUT_ESCAPE, '')}"`) as string;
  } catch {
    return null;
  }
}
/** Matches a control character; some serializers leave them in strings. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them.
const LINE_BREAKS = /[\u0000-\u001f]/g;
/** Matches an incomplete escape at the end of a string that was cut off. */
const CUT_ESCAPE = /(?<=(?:^|[^\\])(?:\\\\)*)\\(?:u[0-9a-f]{0,3})?$/i;

/** Applies edits to the text from `begin` on. An edit within another one is dropped; of two edits of the same range the later is dropped. */
export function applyEdits(text: string, edits: readonly Edit[], begin: number): string {
  if (edits.length === 0) return text.slice(begin);
  const ordered = edits.toReversed().sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  let out = '';
  let from = begin;
  for (const [start, end, replacement] of ordered) {
    if (start < from) continue;
    out += text.slice(from, start) + replacement;
    from = end;
  }
  return out + text.slice(from);
}

/** The index after the bracket that closes the one at `start`, or the end of the text. Brackets in strings do not count. */
export function endOfBracket(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth <= 0) return index + 1;
    }
  }
  return text.length;
}
