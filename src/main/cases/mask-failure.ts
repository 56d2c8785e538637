/** Masks and shortens a failure before a case stores it. A case keeps no guest's data, which the journal or a pasted text may keep. */

import { MAX_CHARACTERS, MAX_ENTRIES } from '../../shared/input/max-input.ts';
import type { CaseLabels } from '../../shared/model/case.ts';
import type { Diagnosis } from '../../shared/model/diagnosis.ts';
import type { MaskedFailure } from '../../shared/model/failure.ts';
import type { HeaderLines } from '../../shared/model/traffic.ts';
import type { Failure } from '../doctor/failure.ts';
import { redactHeaders, redactIdentifier, redactText, redactUrl, subjectOf } from '../redact/redact.ts';
import { type BodyOptions, redactBody } from '../redact/redact-body.ts';

const RULES = { keepGuests: false } as const;
const { line: MAX_LINE, body: MAX_BODY } = MAX_CHARACTERS;
const { few: MAX_CLAIMS, fields: MAX_FIELDS } = MAX_ENTRIES;
const CUT = '…';
/** Matches a character that may belong to a secret in a text; passwords and addresses may contain any sign. */
const WORD = /\S/;
/** Matches a character that may belong to a secret in a web address. */
const PARAMETER = /[^?&#]/;

const masked = (text: string, max: number = MAX_LINE): string =>
  cut(redactText(begin(text, 2 * max), RULES) + (text.length > 2 * max ? CUT : ''), max);

/** Cuts a text to `max` characters without splitting a run of characters that match `part`, because half of a secret is not recognised. */
function begin(text: string, max: number, part = WORD): string {
  if (text.length <= max) return text;
  let end = max;
  while (end > 0 && part.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}${CUT}`);

/** Masks notes, because a person may paste a token into them. */
export const maskNotes = (notes: string): string => masked(notes, MAX_BODY);

/** Masks the customer, ticket number and tags of a case and drops empty and repeated tags. A ticket number stays even if it looks random. */
export const maskLabels = ({ customer, ticket, tags }: CaseLabels): CaseLabels => ({
  customer: masked(customer.trim()),
  ticket: redactIdentifier(ticket.trim(), RULES),
  tags: [...new Set(tags.map((tag) => masked(tag.trim())))].filter((tag) => tag !== ''),
});

export function maskFailure(failure: Failure): MaskedFailure {
  const { requestBody, tokenClaims, networkError } = failure;
  const orNull = (text: string | null) => text && masked(text);
  const subject = subjectOf(failure.url ?? '');
  return {
    origin: failure.origin,
    exchangeId: failure.exchangeId,
    api: failure.api,
    operation: orNull(failure.operation),
    method: orNull(failure.method),
    url: failure.url && (cut(redactUrl(begin(failure.url, 2 * MAX_LINE, PARAMETER), RULES), MAX_LINE) || CUT),
    requestHeaders: maskHeaders(failure.requestHeaders),
    requestHeadersKnown: failure.requestHeadersKnown,
    requestBody: requestBody && {
      contentType: orNull(requestBody.contentType),
      text:
        requestBody.text && maskBody(requestBody.text, { type: requestBody.contentType, subject, speaker: 'person' }),
      fields: requestBody.fields && maskFields(requestBody.fields),
    },
    status: failure.status,
    responseHeaders: maskHeaders(failure.responseHeaders),
    responseHeadersKnown: failure.responseHeadersKnown,
    responseBody: failure.responseBody && maskBody(failure.responseBody, answerOptions(failure)),
    ...(failure.page ? { page: { who: masked(failure.page.who) } } : {}),
    networkError: networkError && { code: orNull(networkError.code), message: masked(networkError.message) },
    sentAt: failure.sentAt,
    authorization: { kind: failure.authorization.kind, scheme: orNull(failure.authorization.scheme) },
    tokenClaims: tokenClaims && {
      ...tokenClaims,
      scopes: tokenClaims.scopes.slice(0, MAX_CLAIMS).map((scope) => masked(scope)),
      audience: tokenClaims.audience.slice(0, MAX_CLAIMS).map((audience) => masked(audience)),
      issuerHost: orNull(tokenClaims.issuerHost),
      ...(tokenClaims.clientId == null ? {} : { clientId: masked(tokenClaims.clientId) }),
    },
  };
}

const maskHeaders = (lines: HeaderLines): HeaderLines =>
  redactHeaders(lines.slice(0, MAX_FIELDS), RULES).map(([name, value]) => [masked(name), cut(value, MAX_LINE)]);

/** The options for a response body. The texts of an error are the service's own, so its request id and codes are no guest's data. */
const answerOptions = ({ status, url }: Failure): BodyOptions =>
  status !== null && status >= 400
    ? { speaker: 'service', subject: 'none' }
    : { speaker: 'either', subject: subjectOf(url ?? '') };

/** Masks a body. A text that is neither JSON nor a form is masked by patterns. */
function maskBody(text: string, options: BodyOptions): string {
  const isRead = /^\s*[{[]/.test(text) || /^[\w.%+-]{1,80}=/.test(text);
  if (!isRead) return masked(text, MAX_BODY);
  return cut(redactBody(text, text.length, { rules: RULES, cap: MAX_BODY, ...options }).text, MAX_BODY);
}

/** Masks the fields of a form. The fields are written as a form again, so that the redactor sees their names. */
function maskFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  const form = new URLSearchParams(
    Object.entries(fields)
      .slice(0, MAX_FIELDS)
      .map(([name, value]): [string, string] => [cut(name, MAX_LINE), begin(value, MAX_LINE) || (value && CUT)]),
  ).toString();
  const type = 'application/x-www-form-urlencoded';
  const { text } = redactBody(form, form.length, { rules: RULES, cap: MAX_FIELDS * 2 * MAX_LINE, type });
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [masked(name), cut(value, MAX_LINE)]),
  );
}

/** Masks a diagnosis, because its evidence quotes the service. */
export function maskDiagnosis(diagnosis: Diagnosis): Diagnosis {
  const text = (words: string) => masked(words, 1_000);
  return {
    ...diagnosis,
    verdicts: diagnosis.verdicts.map((verdict) => ({
      ...verdict,
      remedy: text(verdict.remedy),
      evidence: verdict.evidence.map((item) => ({ ...item, text: text(item.text) })),
    })),
    tellApart: diagnosis.tellApart && text(diagnosis.tellApart),
    ask: diagnosis.ask && masked(diagnosis.ask, 4_000),
  };
}
