/**
 * Reads any text or file from a customer into masked failures. Nothing is sent, stored or logged. Limits: a text of 8 MB, a HAR of 256 MB entry
 * by entry, 100 failures; docs/doctor.md says what a person is told about the rest.
 */

import { countText } from '../../../shared/time/text-formats.ts';
import { impliedStatus, isSuccessBody } from '../facts/implied-status.ts';
import { jsonOf } from '../facts/record-of.ts';
import type { Failure, TextEvidence, TextMarks } from '../failure.ts';
import { knownMarks } from '../learned/judge-learned.ts';
import { textMarks } from '../learned/marks.ts';
import { isApiAddress } from './api-address.ts';
import { damageOf, encodingOf, refusalOf } from './decode-bytes.ts';
import { harExchange, isHarEntry } from './har-entry.ts';
import { HarSplitter } from './har-splitter.ts';
import { lineFacts } from './line-facts.ts';
import { masked, maskedClaims, secretsIn } from './mask.ts';
import { momentsOf, type PlacedMoment } from './moments.ts';
import { type Outcome, outcomeOf, recoveryOf, wasDoneBefore } from './outcomes.ts';
import { headerOf, type RawFailure, type RawRequest, type RawResponse, responseOf } from './raw-failure.ts';
import { isMap, type Literal, literalOf } from './read-literal.ts';
import { type ReadText, readText } from './read-text.ts';
import { onlyFailure } from './statuses.ts';
import { textEvidence } from './text-evidence.ts';
import { linesOf } from './text-lines.ts';
import { isSame, type TextToken, tokensInText } from './tokens-in-text.ts';

/** The number of bytes that are read of a text that is not a HAR. */
const MAX_TEXT_BYTES = 8 * 1_024 * 1_024;
/** The number of failures that are read of one input; further ones are counted. */
const MAX_FAILURES = 100;
const MAX_UNREAD = 50;
/** The number of exchanges of a HAR whose outcome is kept. */
const MAX_OUTCOMES = 5_000;
/** The number of bytes from which the kind of an input is detected. */
const BEGINNING = 4_096;
/** How much of a body is kept while the rest is read; only 64 KB of a body are shown. */
const MAX_KEPT_BODY = 256 * 1_024;

/** A part of the input that was not read. `what`: the reason, never the text itself; `where`: its position. */
export interface Unread {
  readonly what: string;
  readonly where: string;
}

/**
 * One failure from the input. `recovered`: the status of the request's later success, or null. `doneBefore`: the same reservation step had succeeded
 * earlier.
 */
export interface ReadFailure {
  readonly where: string;
  readonly failure: Failure;
  readonly recovered: number | null;
  readonly doneBefore: boolean;
  readonly isOlder: boolean;
}

/**
 * The result of reading one input. `exchanges` counts the exchanges in it, `succeeded` those that did not fail, `skipped` the failures beyond the
 * maximum of a report. For a text without exchanges, `failures` has one entry, about which nothing is known.
 */
export interface ReadPasted {
  readonly kind: 'har' | 'text' | 'refused';
  readonly failures: readonly ReadFailure[];
  readonly unread: readonly Unread[];
  readonly exchanges: number;
  readonly succeeded: number;
  readonly skipped: number;
  /** The evidence in the text beside its exchanges; null for a HAR. */
  readonly text: TextEvidence | null;
  /** The marks of the text that the learned judge knows; null for a HAR. */
  readonly marks: TextMarks | null;
  /** The tokens that the text shows outside the Authorization headers of `failures`; empty for a HAR. */
  readonly tokens: readonly TextToken[];
  /** The addresses of all exchanges, in the order of the input, each without its query. */
  readonly addresses: readonly (string | null)[];
  /** The dated exchanges; `place` is an index of `addresses`. */
  readonly moments: readonly PlacedMoment[];
}

/** Reads a whole input at once. `secrets`: the secrets that the console stores, which are masked. */
export function readPasted(input: string | Uint8Array, secrets: readonly string[] = []): ReadPasted {
  const reader = new PastedReader(secrets);
  reader.push(typeof input === 'string' ? Buffer.from(input) : input);
  return reader.finish();
}

const count = (value: number): string => countText(value);

/** Reads the exchanges of an input that arrives in chunks. */
export class PastedReader {
  readonly #secrets: readonly string[];
  readonly #unread: Unread[] = [];
  #refused: string | null = null;
  #decoder: InstanceType<typeof TextDecoder> | null = null;
  #har: HarFailures | null = null;
  #parts: Uint8Array[] = [];
  #kept = 0;
  #beginning: Uint8Array = new Uint8Array();
  #isStarted = false;
  #isCut = false;
  #sentenceStatus: number | null = null;
  #textEvidence: TextEvidence | null = null;
  #marks: TextMarks | null = null;
  #tokens: readonly TextToken[] = [];

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  push(chunk: Uint8Array): void {
    this.#beginning = Buffer.concat([this.#beginning, chunk]);
    if (!this.#isStarted && this.#beginning.length < BEGINNING) return;
    const bytes = this.#beginning;
    this.#beginning = new Uint8Array();
    if (!this.#isStarted) this.#start(bytes);
    this.#read(bytes);
  }

  /** Detects the kind of the input from its beginning. */
  #start(bytes: Uint8Array): void {
    this.#isStarted = true;
    this.#refused = refusalOf(bytes);
    const encoding = encodingOf(bytes);
    if (encoding !== 'utf-8') this.#decoder = new TextDecoder(encoding);
    const beginning = new TextDecoder(encoding).decode(bytes.subarray(0, BEGINNING));
    if (/^\s*\{\s*"log"\s*:\s*\{/.test(beginning)) this.#har = new HarFailures();
  }

  #read(chunk: Uint8Array): void {
    if (this.#refused !== null) return;
    const bytes = this.#decoder ? Buffer.from(this.#decoder.decode(chunk, { stream: true })) : chunk;
    if (this.#har) this.#har.push(bytes);
    else this.#keep(bytes);
  }

  #keep(bytes: Uint8Array): void {
    const rest = MAX_TEXT_BYTES - this.#kept;
    this.#isCut ||= bytes.length > rest;
    if (rest <= 0) return;
    this.#parts.push(bytes.slice(0, rest));
    this.#kept += Math.min(rest, bytes.length);
  }

  finish(): ReadPasted {
    if (!this.#isStarted) this.#start(this.#beginning);
    this.#read(this.#beginning);
    if (this.#refused !== null) return unreadable(this.#refused);
    const { exchanges: found, all } = this.#har ? this.#har.finish(this.#unread) : this.#text();
    const outcomes = this.#har?.outcomes ?? all.map(outcome);
    const placeOf = (raw: RawFailure): number => this.#har?.placeOf(raw) ?? all.indexOf(raw);
    const failing = found.filter(isFailing);
    const others = found.filter((exchange) => !isFailing(exchange));
    // Of a single exchange that succeeded, a person wants to know what is wrong with it.
    const shown = failing.length > 0 ? failing : others;
    const kept =
      found.length === 0 && this.#har === null
        ? [nothingShown(this.#sentenceStatus)]
        : relevantFirst(shown).slice(0, MAX_FAILURES);
    const secrets = [...secretsIn(kept), ...this.#secrets];
    const failures = kept.map((raw) => ({
      where: raw.where,
      failure: masked(raw, secrets),
      recovered: isFailing(raw) ? recoveryOf(outcomes, placeOf(raw)) : null,
      doneBefore: wasDoneBefore(outcomes, placeOf(raw)),
      isOlder: (raw.depth ?? 0) > 0,
    }));
    const exchanges = this.#har?.entries ?? found.length;
    return {
      kind: this.#har ? 'har' : 'text',
      failures,
      tokens: this.#tokens.flatMap(({ line, claims }) => {
        const clean = maskedClaims(claims, secrets);
        return clean && !failures.some(({ failure }) => isSame(failure.tokenClaims, clean))
          ? { line, claims: clean }
          : [];
      }),
      unread: bounded(this.#unread),
      exchanges,
      succeeded: exchanges - (this.#har?.failing ?? failing.length),
      skipped: Math.max(0, (this.#har && failing.length > 0 ? this.#har.failing : shown.length) - kept.length),
      text: this.#textEvidence,
      marks: this.#marks,
      moments: momentsOf(outcomes, secrets),
      addresses: outcomes.map(({ url }) => url && (ADDRESS.exec(url)?.[0].replace(USER, '$1') ?? null)),
    };
  }

  #text(): Pick<ReadText, 'exchanges' | 'all'> {
    const text = new TextDecoder().decode(Buffer.concat(this.#parts)).slice(0, MAX_TEXT_BYTES);
    const damage = damageOf(text);
    if (damage !== null) this.#unread.push({ what: damage, where: 'the whole text' });
    if (this.#isCut) this.#unread.push({ what: 'Only the first 8 MB of a text are read.', where: 'behind 8 MB' });
    const lines = linesOf(text);
    const { exchanges, all, unread } = readText(lines);
    const texts = lines.map((line) => line.text);
    this.#sentenceStatus = onlyFailure(texts);
    const told = lineFacts(lines);
    this.#marks = knownMarks(textMarks(told));
    this.#tokens = tokensInText(lines);
    const [token, ...others] = this.#tokens;
    const evidence = textEvidence(texts, told);
    // The one token that a text shows is the one that its requests carry.
    this.#textEvidence = {
      ...evidence,
      claims: evidence.claims ?? (others.length === 0 ? (token?.claims ?? null) : null),
    };
    for (const { from, end } of unread)
      this.#unread.push({
        what: 'No request, answer or error was recognised here.',
        where: end - from === 1 ? `line ${count(from + 1)}` : `lines ${count(from + 1)} to ${count(end)}`,
      });
    return { exchanges, all };
  }
}

/** Matches an address without its query and without the punctuation behind it. */
const ADDRESS = /^[^\s"'<>?#]+/;

/** Matches a user and a password in an address. */
const USER = /^(https?:\/\/)[^/@]*@/i;

/** Makes the result for an input that cannot be read. `what`: the reason as a sentence. */
export const unreadable = (what: string): ReadPasted => ({
  kind: 'refused',
  failures: [],
  unread: [{ what, where: 'the whole file' }],
  ...{ exchanges: 0, succeeded: 0, skipped: 0, text: null, marks: null, tokens: [], addresses: [], moments: [] },
});

/** The outcome of an exchange. An answer without a status that contains a token, results or a quote is a success. */
const outcome = (raw: RawFailure): Outcome =>
  outcomeOf(
    raw,
    raw.response &&
      (raw.response.status ?? impliedStatus(jsonOf(raw.response.body)) ?? (isSuccess(raw.response) ? 200 : null)),
  );

/** The failure for a message that shows nothing of its request except, perhaps, a status in a sentence. */
const nothingShown = (status: number | null): RawFailure => ({
  ...{ request: null, networkError: null, sentAt: null },
  response: status === null ? null : responseOf({ status }),
  where: 'the whole text',
});

function bounded(unread: readonly Unread[]): Unread[] {
  if (unread.length <= MAX_UNREAD) return [...unread];
  const rest = unread.length - MAX_UNREAD + 1;
  return [
    ...unread.slice(0, MAX_UNREAD - 1),
    { what: `${count(rest)} further parts were not recognised.`, where: 'elsewhere' },
  ];
}

/** Whether an exchange failed. One without an answer counts, because the reason may be in the request. */
const isFailing = ({ request, response, networkError }: RawFailure): boolean =>
  networkError !== null ||
  response === null ||
  (response.status === null ? !isSuccess(response) : response.status >= 400) ||
  (request !== null && asksForJson(request) && isPage(response));

/** Whether an answer without a status contains a token, results or a quote. The rules judge coupons. */
function isSuccess({ body }: RawResponse): boolean {
  const value = body !== null && body.length < MAX_KEPT_BODY ? literalOf(body) : null;
  return isMap(value) && isSuccessBody(value);
}

/** Whether a request asks for JSON, as clients of an API do. A browser that loads a page asks for HTML. */
function asksForJson({ headers, url }: RawRequest): boolean {
  const accept = headerOf(headers, 'accept') ?? '';
  return !/text\/html/i.test(accept) && (/\bjson\b/i.test(accept) || isApiAddress(url ?? ''));
}

const isPage = ({ headers, body }: RawResponse): boolean =>
  /^text\/html\b/i.test(headerOf(headers, 'content-type') ?? '') && /^\s{0,100}</.test(body ?? '');

/** Collects the failures of a HAR, without failures of other files of a page: pictures, fonts, counters. */
class HarFailures {
  readonly #splitter = new HarSplitter((bytes) => this.#read(bytes));
  readonly #found: RawFailure[] = [];
  /** Successes that may hide a failure. */
  readonly #hiding: RawFailure[] = [];
  /** The summaries of the first exchanges. */
  readonly outcomes: Outcome[] = [];
  readonly #places = new Map<RawFailure, number>();
  entries = 0;
  failing = 0;
  #broken = 0;

  placeOf(raw: RawFailure): number {
    return this.#places.get(raw) ?? this.outcomes.length;
  }

  push(bytes: Uint8Array): void {
    this.#splitter.push(bytes);
  }

  #read(bytes: Uint8Array): void {
    this.entries += 1;
    // What is no JSON is no entry either, and is counted as one that is broken.
    this.#readEntry((jsonOf(new TextDecoder().decode(bytes)) ?? null) as Literal);
  }

  #readEntry(entry: Literal): void {
    if (!isHarEntry(entry)) {
      this.#broken += 1;
      return;
    }
    const exchange = { ...harExchange(entry), where: `entry ${count(this.entries)}` };
    if (this.outcomes.length < MAX_OUTCOMES) this.outcomes.push(outcome(exchange));
    if (!isFailing(exchange)) {
      if (sendsCoupons(exchange) && this.#hiding.length < MAX_FAILURES) this.#hiding.push(withShortBodies(exchange));
      return;
    }
    this.failing += 1;
    const short = withShortBodies(exchange);
    this.#found.push(short);
    this.#places.set(short, this.outcomes.length - 1);
    if (this.#found.length > 4 * MAX_FAILURES)
      this.#found.splice(0, this.#found.length, ...relevantFirst(this.#found).slice(0, MAX_FAILURES));
  }

  finish(unread: Unread[]): Pick<ReadText, 'exchanges' | 'all'> {
    const { tooLarge, isTooDeep, isWhole, cutEntry } = this.#splitter;
    const beginning = literalOf(new TextDecoder().decode(cutEntry));
    if (isHarEntry(beginning)) {
      this.entries += 1;
      this.#readEntry(beginning);
    }
    const say = (amount: number, what: string) => {
      if (amount > 0)
        unread.push({
          what: `${count(amount)} ${amount === 1 ? 'entry is' : 'entries are'} ${what}.`,
          where: 'the HAR',
        });
    };
    this.entries += tooLarge;
    say(tooLarge, 'larger than 8 MB, and not read');
    say(this.#broken, 'damaged');
    if (isTooDeep)
      unread.push({
        what: 'It is nested too deep; the rest is not read.',
        where: `behind entry ${count(this.entries)}`,
      });
    else if (!isWhole)
      unread.push({ what: 'The HAR ends in the middle: it is cut off.', where: `behind entry ${count(this.entries)}` });
    const exchanges = this.failing > 0 ? this.#found : this.#hiding;
    return { exchanges, all: exchanges };
  }
}

/** Whether a request sends coupons: the service drops one without an error. */
const sendsCoupons = ({ request }: RawFailure): boolean => /"coupons"\s?:\s?(?:"[^"]|\[\s?")/.test(request?.body ?? '');

function withShortBodies(exchange: RawFailure): RawFailure {
  const { request, response } = exchange;
  const short = (body: string | null) => body?.slice(0, MAX_KEPT_BODY) ?? null;
  return {
    ...exchange,
    request: request && { ...request, body: short(request.body) },
    response: response && { ...response, body: short(response.body) },
  };
}

/** Sorts requests to an API first, then those with an answer or an error; otherwise keeps the order of the input. */
const relevantFirst = (exchanges: readonly RawFailure[]): RawFailure[] =>
  [...exchanges].sort(
    (one, other) => Number(isApi(other)) - Number(isApi(one)) || Number(hasEnd(other)) - Number(hasEnd(one)),
  );

const hasEnd = ({ response, networkError }: RawFailure): boolean => response !== null || networkError !== null;

const isApi = ({ request }: RawFailure): boolean =>
  isApiAddress(request?.url ?? '') || (request?.headers ?? []).some(([name]) => name.toLowerCase() === 'authorization');
