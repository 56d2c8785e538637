/** Redacts an exchange for the journal, and a stored exchange again for an export. */
import type { ErrorData } from '../../shared/errors.ts';
import { ErrorData as ErrorSchema } from '../../shared/errors.ts';
import type { Exchange, HeaderLines, RecordedBody } from '../../shared/model/traffic.ts';
import { readDescription } from '../redact/body-description.ts';
import type { RedactionRules, Subject } from '../redact/field-kinds.ts';
import { type FoundValues, noneFound, withoutFound } from '../redact/found-values.ts';
import { withoutSecrets } from '../redact/own-secrets.ts';
import { redactHeaders, redactIdentifier, redactText, redactUrl, subjectOf } from '../redact/redact.ts';
import { type BodyOptions, redactBody, redactTokenBody } from '../redact/redact-body.ts';
import type { RawBody, RawExchange } from './raw-exchange.ts';

/** The redaction rules, and the maximum length of a body, which `bodyKilobytes` gives in units of 1,024 characters. */
export interface RedactionOptions extends RedactionRules {
  readonly bodyKilobytes: number;
}

export type RedactedExchange = Omit<Exchange, 'seq'>;

/** Redacts the secrets of an exchange, and guests' data if the rules ask for it, in linear time. It never throws. */
export function redactExchange(raw: RawExchange, options: RedactionOptions): RedactedExchange {
  const { secrets, requestHeaders, requestBody, responseHeaders, responseBody, ...rest } = raw;
  const rules: RedactionRules = { keepGuests: options.keepGuests, keepTexts: options.keepTexts };
  const clean = (text: string): string => withoutSecrets(text, secrets);
  const lines = (headers: HeaderLines): HeaderLines =>
    redactHeaders(
      headers.map(([name, value]) => [name, clean(value)] as const),
      rules,
    );
  const found = noneFound();
  const isToken = raw.operation === 'token';
  const subject = subjectOf(raw.url);
  const body = (of: RawBody, headers: HeaderLines | null, subjectOfBody: Subject, isAnswer: boolean): RecordedBody => {
    const bodyOptions: BodyOptions = {
      ...{ rules, cap: options.bodyKilobytes * 1_024, subject: subjectOfBody, type: typeIn(headers) },
      speaker: speakerOf(isAnswer, raw.status),
      ...(isAnswer && isErrorStatus(raw.status) ? {} : { found }),
    };
    const redact = isToken && isAnswer ? redactTokenBody : redactBody;
    const recorded = redact(clean(of.text), of.bytes, bodyOptions);
    return isTruncated(of) && readDescription(recorded.text) === null ? { ...recorded, cut: true } : recorded;
  };
  return withoutRepeated(found, {
    ...rest,
    ...redactReported(rest, clean, rules),
    url: redactUrl(clean(raw.url), rules),
    requestHeaders: lines(requestHeaders),
    requestBody: requestBody && body(requestBody, requestHeaders, subject, false),
    responseHeaders: responseHeaders && lines(responseHeaders),
    responseBody:
      responseBody && body(responseBody, responseHeaders, isErrorStatus(raw.status) ? 'none' : subject, true),
  });
}

/** Redacts values that the name of a field in a body marked as sensitive, wherever the exchange repeats them. */
function withoutRepeated<Some extends RedactedExchange>(found: FoundValues, exchange: Some): Some {
  if (found.secrets.size === 0 && found.guests.size === 0) return exchange;
  const clean = (text: string): string => withoutFound(text, found);
  const lines = (headers: HeaderLines): HeaderLines => headers.map(([name, value]) => [name, clean(value)]);
  const body = (of: RecordedBody): RecordedBody => ({ ...of, text: clean(of.text) });
  const { requestBody, responseBody, requestHeaders, responseHeaders, requestId, failure } = exchange;
  return {
    ...exchange,
    url: clean(exchange.url),
    requestId: requestId && clean(requestId),
    failure: failure && redactFailure(failure, clean, clean),
    requestHeaders: lines(requestHeaders),
    requestBody: requestBody && body(requestBody),
    responseHeaders: responseHeaders && lines(responseHeaders),
    responseBody: responseBody && body(responseBody),
  };
}

/** Redacts a stored exchange for an export, which may leave out guests' data that the journal keeps. */
export function redactAgain(exchange: Exchange, rules: RedactionRules): Exchange {
  const subject = subjectOf(exchange.url);
  const found = noneFound();
  const isError = isErrorStatus(exchange.status);
  const body = (
    of: RecordedBody,
    headers: HeaderLines | null,
    subjectOfBody: Subject,
    isAnswer: boolean,
  ): RecordedBody => {
    const type = typeIn(headers);
    const again = redactBody(of.text, of.bytes, {
      ...{ rules, cap: Number.POSITIVE_INFINITY, subject: subjectOfBody, type },
      speaker: speakerOf(isAnswer, exchange.status),
      ...(isAnswer && isError ? {} : { found }),
    });
    return { ...again, cut: of.cut };
  };
  const { requestBody, responseBody, responseHeaders } = exchange;
  return withoutRepeated(found, {
    ...exchange,
    ...redactReported(exchange, (text) => text, rules),
    url: redactUrl(exchange.url, rules),
    requestHeaders: redactHeaders(exchange.requestHeaders, rules),
    requestBody: requestBody && body(requestBody, exchange.requestHeaders, subject, false),
    responseHeaders: responseHeaders && redactHeaders(responseHeaders, rules),
    responseBody: responseBody && body(responseBody, responseHeaders, isError ? 'none' : subject, true),
  });
}

/** Redacts the failure and the request id, because their texts come from the service. */
function redactReported(
  { failure, requestId }: Pick<Exchange, 'failure' | 'requestId'>,
  clean: (text: string) => string,
  rules: RedactionRules,
): Pick<Exchange, 'failure' | 'requestId'> {
  const redact = (text: string): string => redactText(clean(text), rules);
  const redactId = (text: string): string => redactIdentifier(clean(text), rules);
  return { failure: failure && redactFailure(failure, redact, redactId), requestId: requestId && redactId(requestId) };
}

function redactFailure(
  failure: ErrorData,
  redact: (text: string) => string,
  redactId: (text: string) => string,
): ErrorData {
  const texts = (value: unknown, isId = false): unknown => {
    if (typeof value === 'string') return isId ? redactId(value) : redact(value);
    if (Array.isArray(value)) return value.map((inner) => texts(inner));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, texts(inner, name === 'requestId')]));
  };
  const redacted = ErrorSchema.safeParse(texts(failure));
  return redacted.success ? redacted.data : failure;
}

const typeIn = (lines: HeaderLines | null): string | null =>
  lines?.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;

/** True for an error status, and without an answer. The message of an error stays readable, because it is about the request, not about a guest. */
const isErrorStatus = (status: number | null): boolean => status === null || status >= 400;

/** The author of the free texts in a body: a person, or the service. */
const speakerOf = (isAnswer: boolean, status: number | null): 'person' | 'service' | 'either' =>
  !isAnswer ? 'person' : isErrorStatus(status) ? 'service' : 'either';

/** Whether the recorder passed on only the beginning of the body. */
const isTruncated = ({ text, bytes }: RawBody): boolean => text.length < bytes && Buffer.byteLength(text) < bytes;
