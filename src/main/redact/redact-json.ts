/** Redacts JSON: parses it, walks it by the names of its fields and the objects around them, and writes it anew. */
import {
  type FieldKind,
  GUEST_MESSAGE,
  hasWords,
  isPlaceholder,
  kindWithin,
  mayHoldGuestMessages,
  placeholderFor,
  placeholderForNumber,
  placeholderOf,
  type RedactionRules,
  type Subject,
  subjectInField,
} from './field-kinds.ts';
import type { FoundValues } from './found-values.ts';
import { type JsonName, jsonNameOf, mayHide, SPEAKS_OF_SERVICE, sensitiveKindOf } from './json-names.ts';
import { completed, digitsOf, readJson, writeJson } from './json-text.ts';
import { nameList } from './name-list.ts';
import { isSecretName, REDACTED } from './redact-keys.ts';
import { isCard } from './redact-patterns.ts';
import { unescaped } from './unescape.ts';

/** The deepest nesting that is walked; JSON of these APIs is ten deep. */
const MAX_NESTING = 200;
/** Redacts a string within JSON, which may be JSON again. `isOpaque`: only its issuer understands the string, such as a cursor. */
export type Nested = (text: string, subject: Subject, isOpaque: boolean) => string;

/** The author of the free texts in a body: a person in a request, the service in an error, `either` in other answers. */
export type Speaker = 'person' | 'service' | 'either';

export interface JsonOptions {
  readonly rules: RedactionRules;
  readonly speaker?: Speaker | undefined;
  /** The subject of the whole text. */
  readonly subject: Subject;
  readonly nested: Nested;
  readonly found?: FoundValues | undefined;
  /** The names, in lower case without punctuation, whose values stay; without `only` the name of each field decides. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Redacts a JSON text. Returns the same string when there is nothing to redact; `null` when the text is no JSON or nested too deeply. */
export function redactJson(text: string, options: JsonOptions): string | null {
  const json = readJson(text);
  if (json === null) return null;
  const walk = new JsonWalk(options);
  const isObject = typeof json.value === 'object' && !Array.isArray(json.value);
  const kind = options.only && !isObject ? 'secret' : 'plain';
  const clean = walk.value(json.value, { ...NOWHERE, kind, subject: options.subject });
  if (walk.isTooDeep) return null;
  return walk.isChanged || json.repeats ? writeJson(clean, text) : text;
}

/** Redacts the beginning of a JSON text that was cut; `null` for other texts. */
export function redactCutJson(text: string, options: JsonOptions): string | null {
  const whole = completed(text);
  return whole && (redactJson(whole.text, options)?.replace(whole.end, '') ?? null);
}

/** The place of a value. */
interface Place {
  /** The kind of the field that has the value, directly or in a list. */
  readonly kind: FieldKind;
  readonly subject: Subject;
  /** The name of the field that has the value. */
  readonly within: string;
  /** The number of lists and objects around the value. */
  readonly depth: number;
}

const NOWHERE: Place = { kind: 'plain', subject: 'none', within: '', depth: 0 };

type Fields = Readonly<Record<string, unknown>>;

/** One field of an object that is walked. */
interface Field extends JsonName {
  readonly name: string;
  readonly value: unknown;
}

interface Table {
  readonly head: Field;
  readonly rows: readonly Field[];
  /** Whether each entry of `head` is the name of a sensitive column. Names alone stay; otherwise an entry may be a value beside its name. */
  readonly areNames: boolean;
}

/** The maximum number of column names that are examined. */
const MAX_COLUMNS = 200;
/** Matches a text that may name a column: it has no digit. */
const COLUMN = /^[a-z_ -]{2,40}$/i;

const valuesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Recognises fields with lists of names: ["Keypad", "Pool"] is no name with its value. */
const isListOfNames = nameList('amenities');

/** Whether rows belong to a list of column names: each has one cell for each name, and at least one cell does not look like a name itself. */
const areRows = (rows: readonly unknown[], columns: readonly unknown[]): boolean =>
  rows.length > 0 &&
  rows.every((row) => valuesOf(row).length === columns.length) &&
  rows.flatMap(valuesOf).some((cell) => !COLUMN.test(String(cell)));

/** Whether a list has names and values in turn: ["password", "…", "expires", 60]. At least one value is a number or a word with a digit. */
const alternates = (items: readonly unknown[]): boolean =>
  items.length % 2 === 0 &&
  items.every((item, at) => at % 2 === 1 || COLUMN.test(String(item))) &&
  items.some((item, at) => at % 2 === 1 && /^[^\s_]*\d[^\s_]*$/.test(String(item)));

/** Whether a list has the cells of a table: lists as rows, or itself one row with a cell for each column. */
function areCells(value: unknown, columns: readonly unknown[]): boolean {
  const values = valuesOf(value);
  const isRow = columns.length > 1 && values.length === columns.length && !values.some((one) => isRecord(one));
  return isRow || values.some((one) => Array.isArray(one));
}

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && digitsOf(value) === null;

class JsonWalk {
  readonly #options: JsonOptions;
  isChanged = false;
  isTooDeep = false;

  constructor(options: JsonOptions) {
    this.#options = options;
  }

  value(value: unknown, place: Place): unknown {
    const digits = digitsOf(value);
    if (digits !== null) return this.#number(value, digits, place);
    if (typeof value === 'string') return this.#text(value, place);
    if (typeof value !== 'object' || value === null) return value;
    if (place.kind === 'secret' && Object.keys(value).length > 0) return this.#changed(REDACTED);
    if (place.depth >= MAX_NESTING) {
      this.isTooDeep = true;
      return REDACTED;
    }
    const inner = { ...place, subject: this.#subjectWithin(place), depth: place.depth + 1 };
    return Array.isArray(value) ? this.#list(value, inner) : this.#object(value as Fields, inner);
  }

  #changed(text: string): string {
    this.isChanged = true;
    return text;
  }

  #found(placeholder: string, value: string): string {
    if (placeholder === REDACTED) this.#options.found?.secrets.add(value);
    else this.#options.found?.guests.set(value, placeholder);
    return this.#changed(placeholder);
  }

  /** The subject of the values inside the field. */
  #subjectWithin({ kind, subject }: Place): Subject {
    const within = subjectInField(kind, subject);
    return this.#options.rules.keepGuests && within !== 'card' ? 'none' : within;
  }

  #nested(text: string, subject: Subject, isOpaque: boolean): string {
    if (!mayHide(text) || isPlaceholder(text)) return text;
    const clean = this.#options.nested(text, subject, isOpaque);
    return clean === text ? text : this.#changed(clean);
  }

  #text(text: string, place: Place): string {
    const placeholder = placeholderFor(place.kind, place.subject, text, this.#options.rules);
    if (placeholder !== null) return this.#found(placeholder, text);
    return this.#nested(text, this.#subjectWithin(place), place.kind === 'safe');
  }

  #number(value: unknown, number: string, { kind, subject }: Place): unknown {
    const digits = number.replace(/\D/g, '');
    const placeholder =
      digits === number && digits.length <= 19 && isCard(digits)
        ? REDACTED
        : placeholderForNumber(kind, subject, digits, this.#options.rules);
    if (placeholder !== null) return this.#found(placeholder, number);
    return value;
  }

  #list(items: readonly unknown[], place: Place): unknown[] {
    // [["id", "email", "password"], …]: the columns of a table and its rows.
    const [columns, rows] = [valuesOf(items[0]), items.slice(1)];
    const areColumns = columns.length > 2 && columns.every((one) => COLUMN.test(String(one)));
    if (areColumns && columns.some(this.#isHiddenColumn) && areRows(rows, columns))
      return [columns, ...rows.map(() => this.#changed(REDACTED))];
    // ["Authorization", "…"] is a name with its value.
    const isOnePair = items.length === 2 && !isListOfNames(place.within.toLowerCase());
    const arePairs = isOnePair || alternates(items);
    return items.map((item, at) => {
      const kind = arePairs && at % 2 === 1 ? this.#kindNamed(items[at - 1]) : null;
      return kind !== null && this.#hides(kind) ? this.#pairValue(item, kind) : this.value(item, place);
    });
  }

  #object(fields: Fields, place: Place): unknown {
    const { subject } = place;
    const known = Object.entries(fields).map(([name, value]): Field => {
      return { ...jsonNameOf(unescaped(name).plain), name, value };
    });
    const pair = this.#pairKind(known);
    const author = authorOf(known);
    const table = this.#tableOf(known);
    return Object.fromEntries(
      known.map((field) => {
        const kind = this.#kindOf(field, place);
        const name = field.mayHide ? this.#nested(field.name, 'none', false) : field.name;
        if (table?.rows.includes(field)) return [name, this.#changed(REDACTED)];
        if (table?.head === field && table.areNames) return [name, field.value];
        if (pair !== null && field.role === 'value') return [name, this.#pairValue(field.value, pair)];
        if (this.#isOpenText(kind, subject, field.value)) return [name, this.#openText(field, author, subject)];
        return [name, this.value(field.value, { ...place, kind, within: field.name })];
      }),
    );
  }

  #kindOf({ name, plain }: Field, { subject, within }: Place): FieldKind {
    const { only } = this.#options;
    const { plain: read, disguised } = unescaped(name);
    const isUnknown = disguised > 0 || isPlaceholder(name) || (only && !only.has(plain));
    // "frontDoor": {"code": …}
    const isOpening = /^(?:key|code|pin)s?$/.test(plain) && isSecretName(`${within} ${plain}`);
    return isUnknown || isOpening ? 'secret' : kindWithin(subject, read);
  }

  /** Returns the field that names the columns of a table with a sensitive column, and the fields with its cells; null for no table. */
  #tableOf(fields: readonly Field[]): Table | null {
    const lists = fields.filter(({ name, value }) => valuesOf(value).length > 0 && !isListOfNames(name.toLowerCase()));
    if (lists.length < 2) return null;
    const head = lists.find(({ value }) => valuesOf(value).slice(0, MAX_COLUMNS).some(this.#isHiddenColumn));
    const columns = valuesOf(head?.value);
    if (head === undefined) return null;
    const rows = lists.filter((field) => field !== head && field.sign !== 'service' && areCells(field.value, columns));
    const areNames = columns.every((one) => COLUMN.test(String(one)) && this.#isHiddenColumn(one));
    return rows.length === 0 ? null : { head, rows, areNames };
  }

  #isHiddenColumn = (name: unknown): boolean => {
    const kind = this.#kindNamed(name);
    return kind !== null && this.#hides(kind);
  };

  /** Returns the sensitive kind that a value names, such as `"password"` or `{"name": "password"}`; null for none. */
  #kindNamed(value: unknown): FieldKind | null {
    if (typeof value === 'string') return sensitiveKindOf(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const known = Object.entries(value).map(([name, one]): Field => ({ ...jsonNameOf(name), name, value: one }));
    return known.some(({ role }) => role === 'value') ? null : this.#pairKind(known, false);
  }

  /** The kind of sensitive field whose name and value an object holds: `{"name": "password", "value": …}`. */
  #pairKind(fields: readonly Field[], deep = true): FieldKind | null {
    const named = fields.findLast(
      ({ role, value }) => role === 'name' && (deep || typeof value === 'string') && this.#kindNamed(value),
    );
    const kind = named ? this.#kindNamed(named.value) : null;
    return kind !== null && this.#hides(kind) ? kind : null;
  }

  #hides = (kind: FieldKind): boolean => kind === 'secret' || !this.#options.rules.keepGuests;

  #pairValue(value: unknown, kind: FieldKind): unknown {
    if (isSaidOfPair(JSON.stringify(value) ?? '') || (typeof value === 'string' && isPlaceholder(value))) return value;
    return this.#changed(placeholderOf(kind));
  }

  /** Whether the other fields of the object decide who wrote a text: a message in a stay may be the service's, a message elsewhere a guest's. */
  #isOpenText(kind: FieldKind, subject: Subject, value: unknown): value is string {
    const { rules, speaker = 'either' } = this.#options;
    if (rules.keepGuests || typeof value !== 'string' || (kind !== 'note' && kind !== 'remark')) return false;
    const placeholder = placeholderFor(kind, subject, value, rules);
    if (placeholder !== null) return speaker !== 'person' && (placeholder === GUEST_MESSAGE || subject === 'person');
    return speaker !== 'service' && !mayHoldGuestMessages(subject) && hasWords(value) && !isPlaceholder(value);
  }

  /** Redacts a free text if a person wrote it. */
  #openText({ value, isNote }: Field, author: Author, subject: Subject): string {
    const text = String(value);
    const isNoteHere = isNote && (author.isStay || this.#options.speaker === 'person');
    const isPersons = !author.isService && (mayHoldGuestMessages(subject) || author.isPerson || isNoteHere);
    return isPersons ? this.#found(GUEST_MESSAGE, text) : this.#nested(text, 'none', false);
  }
}

/** The signs in the fields of an object: the service or a person wrote its texts, or the object is about a stay. */
interface Author {
  readonly isService: boolean;
  readonly isPerson: boolean;
  readonly isStay: boolean;
}

function authorOf(fields: readonly Field[]): Author {
  const has = (sign: JsonName['sign']): boolean => fields.some((field) => field.sign === sign);
  const speaks = fields.some(({ sign, value }) => {
    return SPEAKS_OF_SERVICE[sign]?.test(typeof value === 'string' ? value : (digitsOf(value) ?? ''));
  });
  return { isService: speaks || has('service'), isPerson: has('person'), isStay: has('stay') };
}

/** Whether a JSON value only describes a field, by a type or as empty. */
const isSaidOfPair = nameList('true false null "" "{undefined,null,string,number,object,boolean,array,missing,empty}"');
