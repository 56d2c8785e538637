/** Tells by the name before a value whether it is harmless: its field (`cursor=…`), or the collection before an id in a path (`/listings/…`). */
import { kindOf } from './field-kinds.ts';
import { nameList } from './name-list.ts';
import { isSecretName } from './redact-keys.ts';

/** How many characters before a value are read. */
const LOOK_BEHIND = 200;
/** Matches a name, its separator and the beginning of its value: `cursor=…`, `"requestId": "…"`, `trace …`. */
const NAME = /([\w$.[\]%-]{1,60})["'\\]*\s{0,2}([=:#/ ])\s{0,2}["'\\(<]{0,4}[\w.~%+/-]*$/;
/** Whether a word before a run names it as harmless, also without a separator. */
const isHarmlessWord = nameList(`
  *{id,ref,reference,trace,traceparent,request,cursor,next,prev,previous,after,before,page,etag,hash,sha,digest,checksum,version,commit,revision,nonce}`);

/** Whether the value at index `at` comes after a name that is usual for identifiers or cursors. */
export function isNamedHarmless(text: string, at: number): boolean {
  const [, name = '', separator] = NAME.exec(text.slice(Math.max(0, at - LOOK_BEHIND), at)) ?? [];
  if (/[=:]/.test(separator ?? '') && kindOf(name.replace(/%5B|%5D/gi, '_')) === 'safe') return true;
  return isHarmlessWord(name.toLowerCase().replace(/[^a-z]/g, ''));
}

const COLLECTION = /\/([A-Za-z][A-Za-z_-]{1,40})\/$/;
/** Segments of a path that are followed by a credential: `/reset/…`, `/invite/…`, `/hooks/…`. */
const OPENS = /reset|verif|confirm|invit|magic|hook|login|signin|activat|unsubscribe|session|share|key|auth/i;
const MAX_ID = 44;

/** Whether a segment of a path is a record's id, because the name of a collection precedes it: `/listings/…`. */
export function isRecordInPath(text: string, start: number, end: number): boolean {
  if (text[start - 1] !== '/' || end - start > MAX_ID) return false;
  const collection = COLLECTION.exec(text.slice(Math.max(0, start - 45), start))?.[1];
  return collection !== undefined && !OPENS.test(collection) && !isSecretName(collection);
}
