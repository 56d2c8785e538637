/** Redacts bodies. JSON and forms are redacted by the names of their fields; of any other body only a description stays. */
import type { RecordedBody } from '../../shared/model/traffic.ts';
import { BY_PATTERNS, describe, firstLine, NOT_RECORDED, namesOf, readDescription } from './body-description.ts';
import { type RedactionRules, SECRETS_ONLY, type Subject } from './field-kinds.ts';
import type { FoundValues } from './found-values.ts';
import { type Content, jsonOptions, redactContent } from './redact-content.ts';
import { isForm, redactForm } from './redact-form.ts';
import { type JsonOptions, redactCutJson, redactJson, type Speaker } from './redact-json.ts';
import { REDACTED } from './redact-keys.ts';
import { TOKEN_ANSWER_FIELDS } from './token-answer-fields.ts';

/** The default maximum length of a recorded body, in characters. */
export const BODY_CAP = 64 * 1024;
/** Only the beginning of a body with more characters than this is redacted and kept, because the rest is not worth the time. */
export const PARSE_CAP = 2 * 1024 * 1024;

export interface BodyOptions {
  readonly rules?: RedactionRules;
  /** The maximum length of the result, in characters. */
  readonly cap?: number;
  /** The subject of the body; see {@link subjectOf}. */
  readonly subject?: Subject;
  /** The author of the body's free texts; either by default. */
  readonly speaker?: Speaker;
  /** The Content-Type; `null` or absent when it is unknown. */
  readonly type?: string | null;
  readonly found?: FoundValues;
  /** See {@link JsonOptions}. */
  readonly only?: ReadonlySet<string>;
}

/** Redacts a body and cuts it. `bytes`: its size as sent. The body's content decides how it is redacted, not its declared type. */
export function redactBody(text: string, bytes: number, options: BodyOptions = {}): RecordedBody {
  const { cap = BODY_CAP, rules = SECRETS_ONLY, type = null, subject = 'none', found, speaker, only } = options;
  const isLong = text.length > PARSE_CAP;
  const start = isLong ? text.slice(0, cap + BODY_CAP) : text;
  const content: Content = { rules, subject, speaker, found, depth: 0, isOpaque: false };
  const readable = redactReadable(start, type, content, only) ?? keptText(start, bytes, type, content);
  if (readable !== null) return { text: cutAt(readable, cap), bytes, cut: isLong || readable.length > cap };
  return { text: cap === 0 ? '' : description(start, bytes, type, content), bytes, cut: cap === 0 };
}

/** Redacts a token endpoint's answer, in which only fields that are known to be harmless stay. */
export const redactTokenBody = (text: string, bytes: number, options: BodyOptions = {}): RecordedBody =>
  redactBody(text, bytes, { ...options, only: TOKEN_ANSWER_FIELDS });

/** Matches the beginning of JSON. A number of many digits does not count: it may be the bytes of a text. */
const JSON_LIKE = /^\s*(?!\d{24})[[{"\dtfn-]/;

/** Redacts JSON, the beginning of cut JSON, or a form; returns `null` for any other body. */
function redactReadable(text: string, type: string | null, content: Content, only: BodyOptions['only']): string | null {
  // The second: a body of which nothing could be kept, recorded before.
  if (text.trim() === '' || text === REDACTED) return text;
  const json = JSON_LIKE.test(text) ? redactJsonBody(text, { ...jsonOptions(content), only }) : null;
  if (json !== null) return json;
  if (text.length < 6 && !only) return text;
  if (!isForm(text, /x-www-form-urlencoded/i.test(type ?? ''))) return null;
  // People fill in forms; of an answer, only an error may be one.
  const isPersons = content.subject === 'none' && !only && !/(?:^|&)error(?:_description)?=/.test(text);
  return redactForm(text, isPersons ? { ...content, subject: 'stay' } : content, only);
}

/** Redacts one JSON value, or one on each line (NDJSON), or the beginning of one. */
function redactJsonBody(text: string, options: JsonOptions): string | null {
  const whole = redactJson(text, options);
  if (whole !== null) return whole;
  const lines = text.split('\n').map((line, at, all) => {
    if (line.trim() === '') return line;
    return redactJson(line, options) ?? (at > 0 && at === all.length - 1 ? redactCutJson(line, options) : null);
  });
  return lines.includes(null) ? redactCutJson(text, options) : lines.join('\n');
}

/** Redacts a text by patterns, if the person chose to keep texts; `null` if not, or if the text describes a body that is not on record. */
function keptText(text: string, bytes: number, type: string | null, content: Content): string | null {
  const known = readDescription(text);
  if (known?.names || content.rules.keepTexts !== true) return null;
  const kept = known?.line.includes(BY_PATTERNS) ? known : null;
  const clean = redactContent(kept?.rest ?? text, { ...content, keepsMarkup: true });
  return `${kept?.line ?? firstLine(type, bytes, BY_PATTERNS)}\n${clean}`;
}

function description(text: string, bytes: number, type: string | null, content: Content): string {
  const redact = (part: string): string => redactContent(part, content);
  const known = readDescription(text);
  if (known?.names) return describe(known.line, known.names, redact);
  const page = known?.line.includes(BY_PATTERNS) ? known.rest : text;
  return describe(firstLine(type, bytes, NOT_RECORDED), namesOf(page, type), redact);
}

/** The first `cap` characters of a text, without splitting a surrogate pair. */
function cutAt(text: string, cap: number): string {
  if (text.length <= cap) return text;
  const start = text.slice(0, cap);
  return /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start;
}
