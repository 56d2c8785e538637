/** Reads every exchange in a text. Each line is offered to the readers, the most reliable first; then requests are joined with their answers. */

import { countText } from '../../../shared/time/text-formats.ts';
import type { Draft } from './draft.ts';
import { withoutGaps } from './fill-gaps.ts';
import {
  type Piece,
  type RawFailure,
  type RawRequest,
  type RawResponse,
  requestOf,
  responseOf,
} from './raw-failure.ts';
import { readCurl } from './read-curl.ts';
import { readHttp } from './read-http.ts';
import { readJson } from './read-json.ts';
import { readLogLine } from './read-log-line.ts';
import { readRemark } from './read-remark.ts';
import { Source } from './source.ts';
import type { TextLine } from './text-lines.ts';

/** The range of lines `[from, end)` that no reader understood. */
export interface UnreadLines {
  readonly from: number;
  readonly end: number;
}

/** The exchanges of a text. `exchanges`: without repetitions; `all`: with them. */
export interface ReadText {
  readonly exchanges: readonly RawFailure[];
  readonly all: readonly RawFailure[];
  readonly unread: readonly UnreadLines[];
}

const READERS = [readCurl, readHttp, readJson, readLogLine, readRemark];
/** Matches a line that may say something about an exchange; most lines do not. */
const COULD_TELL = /[\d:={[<>*|]|curl|fetch|axios|requests|invoke-|error|exception|certif|enotfound|econn|timed ?out/i;
const MAX_PIECES = 20_000;
/** The number of lines that are read of one text; a log of 8 MB has half as many. */
const MAX_LINES = 200_000;

export function readText(lines: readonly TextLine[]): ReadText {
  const source = new Source(lines.map(({ text }) => text));
  const numberOf = (line: number) => lines[line]?.number ?? lines.length;
  const pieces: Piece[] = [];
  const unread: UnreadLines[] = [];
  const length = Math.min(source.lines.length, MAX_LINES);
  let at = 0;
  while (at < length && pieces.length < MAX_PIECES) {
    const piece = COULD_TELL.test(source.lines[at] ?? '') ? pieceAt(source, at) : null;
    if (piece && isFull(piece)) {
      pieces.push(piece);
      cutUnread(unread, piece.from);
    } else if ((source.lines[at] ?? '').trim() !== '') addUnread(unread, at, piece?.end ?? at + 1);
    at = Math.max(piece?.end ?? 0, at + 1);
  }
  if (at < source.lines.length) addUnread(unread, at, source.lines.length);
  const all = assembled(source, pieces, (line) => ({
    where: `line ${countText(numberOf(line) + 1)}`,
    depth: lines[line]?.depth ?? 0,
  }));
  return {
    exchanges: distinct(all),
    all,
    unread: unread.map(({ from, end }) => ({
      from: numberOf(from),
      end: Math.max(numberOf(end - 1), numberOf(from)) + 1,
    })),
  };
}

function pieceAt(source: Source, at: number): Piece | null {
  for (const read of READERS) {
    const piece = read(source, at);
    if (piece) return piece;
  }
  return null;
}

const isFull = ({ request, response, networkError, exchanges }: Piece): boolean =>
  Boolean(request ?? response ?? networkError) || (exchanges?.length ?? 0) > 0;

function addUnread(unread: UnreadLines[], from: number, end: number): void {
  const last = unread.at(-1);
  if (last?.end === from) unread[unread.length - 1] = { from: last.from, end };
  else unread.push({ from, end });
}

/** Removes the lines from `from` on from the unread ranges, because a command also includes the assignments before it. */
function cutUnread(unread: UnreadLines[], from: number): void {
  for (let last = unread.at(-1); last && last.end > from; last = unread.at(-1)) {
    unread.pop();
    if (last.from < from) unread.push({ from: last.from, end: from });
  }
}

function assembled(
  source: Source,
  pieces: readonly Piece[],
  placeOf: (line: number) => Pick<RawFailure, 'where' | 'depth'>,
): RawFailure[] {
  const drafts: Draft[] = [];
  for (const piece of pieces) {
    for (const one of piece.exchanges ?? []) drafts.push({ ...one, isRemark: false, line: piece.from, end: piece.end });
    if (piece.request || piece.response || piece.networkError) addPiece(drafts, piece);
  }
  return withoutGaps(source, joined(drafts)).map(({ request, response, networkError, sentAt, line }) => ({
    ...{ request, response, networkError: response ? null : networkError, sentAt },
    ...placeOf(line),
  }));
}

function addPiece(drafts: Draft[], piece: Piece): void {
  const last = drafts.at(-1);
  if (last && completes(last, piece)) {
    last.request = mergedRequest(last.request, piece.request);
    last.response = mergedResponse(last.response, piece.response);
    last.networkError ??= piece.networkError ?? null;
    last.sentAt ??= piece.sentAt ?? null;
    if (last.isRemark && !piece.isRemark) last.line = piece.from;
    last.isRemark &&= piece.isRemark === true;
    last.end = piece.end;
    return;
  }
  drafts.push({
    request: piece.request ?? null,
    response: piece.response ?? null,
    networkError: piece.networkError ?? null,
    sentAt: piece.sentAt ?? null,
    isRemark: piece.isRemark === true,
    line: piece.from,
    end: piece.end,
  });
}

/** Whether a piece adds to the exchange before it without contradicting it. */
function completes(last: Draft, piece: Piece): boolean {
  const { request, response } = piece;
  const isMention = piece.isRemark === true || last.isRemark || isPrintedBy(last, piece);
  if (request && last.request && !(isSame(last.request, request) && isMention)) return false;
  if (request && !last.request && !last.isRemark && !piece.isRemark && last.response) return false;
  if (response && last.response) {
    const sameStatus =
      response.status === null || last.response.status === null || response.status === last.response.status;
    if (!sameStatus) return false;
    if (
      response.body !== null &&
      last.response.body !== null &&
      response.body !== last.response.body &&
      !piece.isRemark
    )
      return false;
  }
  if (response && last.networkError && !last.response) return piece.isRemark !== true && last.isRemark;
  if (piece.networkError && last.response) return piece.isRemark === true;
  return true;
}

/** Whether an answer stands directly below a command without an answer, and is therefore its output. */
const isPrintedBy = (command: Draft, { from, response }: Piece): boolean =>
  response !== undefined && command.response === null && command.networkError === null && from - command.end <= 1;

/** Whether two mentions are of the same request; one may lack parts that the other has. */
function isSame(one: RawRequest, other: RawRequest): boolean {
  const same = (left: string | null, right: string | null) => left === null || right === null || left === right;
  const bare = (url: string | null) => url?.replace(/[?#].*$/, '').replace(/\/+$/, '') ?? null;
  const [left, right] = [bare(one.url), bare(other.url)];
  const sameUrl = same(left, right) || isPart(left ?? '', right ?? '') || isPart(right ?? '', left ?? '');
  return same(one.method, other.method) && sameUrl;
}

/** Whether `part` is the path of an address, or its host alone. */
const isPart = (whole: string, part: string): boolean =>
  (part.startsWith('/') && whole.endsWith(part)) || (/^https?:\/\/[^/]+$/.test(part) && whole.startsWith(`${part}/`));

function mergedRequest(one: RawRequest | null, other: RawRequest | undefined): RawRequest | null {
  if (!one || !other) return one ?? other ?? null;
  const [full, less] = one.headers.length >= other.headers.length ? [one, other] : [other, one];
  const urls = [full.url, less.url].filter((url) => url !== null);
  const names = new Set(full.headers.map(([name]) => name.toLowerCase()));
  return requestOf({
    ...full,
    headers: [...full.headers, ...less.headers.filter(([name]) => !names.has(name.toLowerCase()))],
    method: full.method ?? less.method,
    url: urls.find((url) => /^https?:/i.test(url)) ?? urls[0] ?? null,
    body: full.body ?? less.body,
  });
}

function mergedResponse(one: RawResponse | null, other: RawResponse | undefined): RawResponse | null {
  if (!one || !other) return one ?? other ?? null;
  const [full, less] = one.headers.length >= other.headers.length ? [one, other] : [other, one];
  return responseOf({ ...full, status: full.status ?? less.status, body: full.body ?? less.body });
}

/** Joins a single answer with a single request, because a mail may have the answer above the request. */
function joined(drafts: readonly Draft[]): Draft[] {
  const [answer, ...otherAnswers] = drafts.filter(({ request }) => request === null);
  const [request, ...otherRequests] = drafts.filter((one) => one.request && !one.response && !one.networkError);
  const isOne = answer && request && otherAnswers.length === 0 && otherRequests.length === 0;
  if (isOne && (drafts.length === 2 || answer.isRemark || request.isRemark)) {
    const whole = { ...answer, request: request.request, line: Math.min(answer.line, request.line) };
    return drafts.filter((draft) => draft !== request).map((draft) => (draft === answer ? whole : draft));
  }
  // A sentence about an exchange that stands elsewhere in the text is no further one.
  const proper = drafts.filter(({ isRemark }) => !isRemark);
  const isMentioned = (draft: Draft): boolean =>
    draft.isRemark &&
    proper.some(
      (one) =>
        (draft.response === null || one.response?.status === draft.response.status) &&
        (draft.request === null || (one.request !== null && isSame(one.request, draft.request))) &&
        (draft.networkError === null || one.networkError !== null),
    );
  return drafts.filter((draft) => !isMentioned(draft));
}

/** Removes repeated failures, because mails quote the same failure again and again. */
function distinct(exchanges: readonly RawFailure[]): RawFailure[] {
  const seen = new Set<string>();
  return exchanges.filter(({ request, response, networkError, sentAt }) => {
    const key = JSON.stringify([request, response, networkError, sentAt]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
