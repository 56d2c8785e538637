/** Facts about a name or a text of JSON that the scanner needs before it reads on. */

import { remembering } from '../../shared/text/remembering.ts';
import { isIdentifier } from './encoded-runs.ts';
import { type FieldKind, kindOf } from './field-kinds.ts';
import { nameList } from './name-list.ts';

/** Recognise the names of the two fields of a `{"name": …, "value": …}` pair. */
const isPairName = nameList(`
  name key field header param parameter attribute system type label k n path pointer property prop column fieldname fieldid fieldpath
  parametername paramname question slug id code keyname attributename dataindex customfield`);
const isPairValue = nameList(`
  value values val content text data number v input answer response new old newvalue oldvalue stringvalue rawvalue to from rejectedvalue
  received fieldvalue parametervalue paramvalue attributevalue default defaultvalue current previous before after given provided entered
  submitted actual`);
const isNoteName = nameList(
  '*{note,message,comment,remark,request,nota,mensaje,nachricht,bemerkung,anmerkung,messaggio,mensagem,opmerking}*',
);

/**
 * The likely author of an object's texts, by one of its field names: the `service` or a `person`. `stay`: the object describes a stay. `code`,
 * `status`: the field's value decides who wrote them. `none`: the name is no sign of an author.
 */
export type Sign = 'service' | 'code' | 'status' | 'person' | 'stay' | 'none';
const SIGNS_OF_TEXTS: readonly (readonly [Sign, (name: string) => boolean])[] = [
  ['code', nameList('code')],
  ['status', nameList('status state result type')],
  ['service', nameList('error{,s,code,id} statuscode httpstatus success ok severity violations exception stack')],
  [
    'person',
    nameList(`
      {sender,author,reviewer,guest,guests,customer,recipient}{,id,name,type} {conversation,thread,post,reservation,booking,inquiry}id sentby
      writtenby sentat readat isread direction replyto posts firstname lastname fullname numberofguests guestscount`),
  ],
  [
    'stay',
    nameList(`
      date day startdate enddate from to until nights adults blocktype isblocked blocked arrival departure check{in,out}{,date,datelocalized}`),
  ],
];

export interface JsonName {
  /** The letters of the name in lower case; empty for a long name. */
  readonly plain: string;
  /** The role of the next value in a `{"name": …, "value": …}` pair. */
  readonly role: 'value' | 'name' | 'none';
  readonly sign: Sign;
  /** Whether the name denotes a note or a message. */
  readonly isNote: boolean;
  /** See {@link mayHide}. */
  readonly mayHide: boolean;
}

export const jsonNameOf = remembering((name: string): JsonName => {
  const plain = name.length < 30 ? name.toLowerCase().replace(/[^a-z]/g, '') : '';
  const role = isPairValue(plain) ? 'value' : isPairName(plain) ? 'name' : 'none';
  const sign = SIGNS_OF_TEXTS.find(([, isSign]) => isSign(plain))?.[0] ?? 'none';
  return { plain, role, sign, isNote: isNoteName(plain), mayHide: mayHide(name) };
});

/** Matches a character that texts of words do not have, a quoted text, an option of a command, or a run of letters that is too long for a word. */
const UNUSUAL = /[^\p{L}\s.,;'’!?()/-]|\n|[\w+/-]{16}|basic |bearer |\s'|\s--?\p{L}/iu;

/** Whether a text can contain anything to redact: a cheap test before the redaction. */
export const mayHide = (text: string): boolean =>
  text.length > 4 && UNUSUAL.test(text) && !isIdentifier(text) && !DATE.test(text);
const DATE = /^\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}Z?)?$/;

/** Matches the values of a `code` or `status` field by which the service, not a person, wrote the object's texts. */
export const SPEAKS_OF_SERVICE: Readonly<Partial<Record<Sign, RegExp>>> = {
  code: /^(?:[A-Za-z]+(?:[_.-][A-Za-z]+)*|[1-5]\d\d)$/,
  status: /^(?:err|error|fail|failed|failure|invalid|warning|[45]\d\d)$/i,
};

export const SENSITIVE_KINDS = new Set<FieldKind>(['secret', 'mail', 'phone', 'guestName', 'guestNote', 'guestData']);

/** Returns the kind of field that a text names; `null` unless the kind is sensitive. */
export function sensitiveKindOf(text: string): FieldKind | null {
  const kind = kindOf(text);
  return SENSITIVE_KINDS.has(kind) ? kind : null;
}
