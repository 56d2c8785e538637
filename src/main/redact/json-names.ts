/** Facts about a name or a text of JSON that the scanner needs before it reads on. */
import { isIdentifier } from './encoded-runs.ts';
import { type FieldKind, isAboutNobody, kindOf, type Subject } from './field-kinds.ts';

const PAIR_NAMES = new Set([
  'name',
  'key',
  'field',
  'header',
  'param',
  'parameter',
  'attribute',
  'system',
  'type',
  'label',
  'k',
  'n',
  ...[
    'path',
    'pointer',
    'property',
    'prop',
    'column',
    'fieldname',
    'fieldid',
    'fieldpath',
    'parametername',
    'paramname',
  ],
  ...['question', 'slug', 'id', 'code', 'keyname', 'attributename', 'dataindex', 'customfield'],
]);
const PAIR_VALUES = new Set([
  'value',
  'values',
  'val',
  'content',
  'text',
  'data',
  'number',
  'v',
  'input',
  'answer',
  'response',
  'new',
  'old',
  'newvalue',
  'oldvalue',
  'stringvalue',
  'rawvalue',
  ...[
    'to',
    'from',
    'rejectedvalue',
    'received',
    'fieldvalue',
    'parametervalue',
    'paramvalue',
    'attributevalue',
    'default',
  ],
  ...['defaultvalue', 'current', 'previous', 'before', 'after', 'given', 'provided', 'entered', 'submitted', 'actual'],
]);
const NOTE =
  /note|message|comment|remark|request|nota|mensaje|nachricht|bemerkung|anmerkung|messaggio|mensagem|opmerking/;
/** Names of the rows that follow a list of column names. */
const ROWS = /^(?:rows?|values?|data|records?|cells?|items?|entries|lines?|body|table|matrix|results?)$/;

/**
 * The author that a name suggests for the texts beside it: the service (`service`; `code` and `status` depending on their value), a person
 * (`person`), or a note about a stay (`stay`).
 */
export type Sign = 'service' | 'code' | 'status' | 'person' | 'stay' | 'none';
const SIGNS_OF_TEXTS: readonly [Sign, RegExp][] = [
  ['code', /^code$/],
  ['status', /^(?:status|state|result|type)$/],
  [
    'service',
    /^(?:error|errors|errorcode|errorid|statuscode|httpstatus|success|ok|severity|violations|exception|stack)$/,
  ],
  [
    'person',
    /^(?:sender|author|reviewer|guest|guests|customer|recipient)(?:id|name|type)?$|^(?:conversation|thread|post|reservation|booking|inquiry)id$|^(?:sentby|writtenby|sentat|readat|isread|direction|replyto|posts|firstname|lastname|fullname|numberofguests|guestscount)$/,
  ],
  [
    'stay',
    /^(?:date|day|startdate|enddate|from|to|until|nights|adults|blocktype|isblocked|blocked|arrival|departure)$|^check(?:in|out)(?:date|datelocalized)?$/,
  ],
];

export interface JsonName {
  /** The letters of the name in lower case; empty for a long name. */
  readonly plain: string;
  /** The role of the next value in a `{"name": …, "value": …}` pair. */
  readonly role: 'value' | 'name' | 'none';
  /** Whether the field may hold one row of a table. */
  readonly isRows: boolean;
  readonly sign: Sign;
  /** Whether the name is that of a note or a message. */
  readonly isNote: boolean;
  /** See {@link mayHide}. */
  readonly mayHide: boolean;
}

/** The known names, cached because payloads repeat few names many times. */
const cachedNames = new Map<string, JsonName>();
const MAX_CACHED = 4_000;
const MAX_CACHED_LENGTH = 60;

export function jsonNameOf(name: string): JsonName {
  const seen = cachedNames.get(name);
  if (seen !== undefined) return seen;
  const plain = name.length < 30 ? name.toLowerCase().replace(/[^a-z]/g, '') : '';
  const role = PAIR_VALUES.has(plain) ? 'value' : PAIR_NAMES.has(plain) ? 'name' : 'none';
  const sign = SIGNS_OF_TEXTS.find(([, names]) => names.test(plain))?.[0] ?? 'none';
  const known = {
    plain,
    role,
    isRows: ROWS.test(plain),
    sign,
    isNote: NOTE.test(plain),
    mayHide: mayHide(name),
  } as const;
  if (name.length > MAX_CACHED_LENGTH) return known;
  if (cachedNames.size >= MAX_CACHED) cachedNames.clear();
  cachedNames.set(name, known);
  return known;
}

const SIGNS =
  /[@＠%=:<{[\\&]|\d[^a-z]{5,40}\d|eyJ|bearer|basic|[([]at[)\]]|\+\d|\n|pass(?:w|c|p)|[A-Z]{2}\d\d |lockbox|(?:token|secret|key|credential)s? |\b(?:pin|pwd|otp|cv[vc])s?\b|[a-z] codes?\b/i;
const LONG_RUN = /(?<![\w+/-])[\w+/-]{16}/;

/** Whether a text can contain something to redact. The test is cheaper than redacting it. */
export const mayHide = (text: string): boolean =>
  text.length > 4 && (SIGNS.test(text) || (text.length >= 16 && LONG_RUN.test(text))) && !isIdentifier(text);

/** Values that show that the service wrote the texts beside them: a code of words, an HTTP status, or a status of failure. */
export const SPEAKS_OF_SERVICE: Readonly<Partial<Record<Sign, RegExp>>> = {
  code: /^(?:[A-Za-z]+(?:[_.-][A-Za-z]+)*|[1-5]\d\d)$/,
  status: /^(?:err|error|fail|failed|failure|invalid|warning|[45]\d\d)$/i,
};

const SENSITIVE_KINDS = new Set<FieldKind>(['secret', 'mail', 'phone', 'guestName', 'guestNote', 'guestData']);

/** The kind of field that a text names, if that kind is sensitive. The text may be a name or the path of a field (`/guest/address/street`). */
export function sensitiveKindOf(text: string, subject: Subject): FieldKind | null {
  const kind = kindOf(text);
  if (SENSITIVE_KINDS.has(kind)) return kind;
  const isPath = /^[/$]|[a-z]\.[a-z]/i.test(text) && /^[\w/.$[\]-]+$/.test(text);
  if (!isPath) return null;
  const parts = text.split(/[/.[\]]+/).filter((part) => /[a-z]/i.test(part));
  const last = kindOf(parts.at(-1) ?? '');
  if (SENSITIVE_KINDS.has(last)) return last;
  if (last === 'note' || last === 'remark') return text.startsWith('/') || !isAboutNobody(subject) ? 'guestNote' : null;
  return last !== 'safe' && parts.some((part) => kindOf(part) === 'person') ? 'guestData' : null;
}
