/** A failure as it is in a pasted text, with its secrets. It exists only in memory, between a reader and `mask.ts`. */
import type { HeaderLines } from '../../../shared/model/traffic.ts';

export interface RawRequest {
  readonly method: string | null;
  readonly url: string | null;
  readonly headers: HeaderLines;
  /** False when the text would not show the headers, so that a missing header proves nothing. */
  readonly headersKnown: boolean;
  readonly body: string | null;
}

export interface RawResponse {
  readonly status: number | null;
  readonly headers: HeaderLines;
  readonly headersKnown: boolean;
  readonly body: string | null;
}

/** The reason why no answer came. `code`: Node's error code, even if the text describes the error in other words. */
export interface NetworkError {
  readonly code: string | null;
  readonly message: string;
}

/** One exchange of a text before it is masked. */
export interface RawFailure {
  readonly request: RawRequest | null;
  readonly response: RawResponse | null;
  readonly networkError: NetworkError | null;
  readonly sentAt: number | null;
  /** The position in the input: "line 12" or "entry 40". */
  readonly where: string;
  /** How many mails ago it was written: 0, or undefined, in the newest message. */
  readonly depth?: number | undefined;
}

/** The part of an exchange that a reader found in the lines `[from, end)`, counted from 0. */
export interface Piece {
  readonly from: number;
  readonly end: number;
  readonly request?: RawRequest | undefined;
  readonly response?: RawResponse | undefined;
  readonly networkError?: NetworkError | undefined;
  readonly sentAt?: number | undefined;
  /** Whole exchanges, when one object or list contains them. */
  readonly exchanges?: readonly Omit<RawFailure, 'where'>[] | undefined;
  /** True for a status or an error in a sentence: it completes another piece, and is ignored beside a whole exchange. */
  readonly isRemark?: boolean;
}

export const requestOf = (parts: Partial<RawRequest>): RawRequest => ({
  ...{ method: null, url: null, headers: [], headersKnown: false, body: null },
  ...parts,
});

export const responseOf = (parts: Partial<RawResponse>): RawResponse => ({
  ...{ status: null, headers: [], headersKnown: false, body: null },
  ...parts,
});

export const headerOf = (headers: HeaderLines, name: string): string | null =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? null;

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE']);
/** Returns a word in capitals when it is an HTTP method; null for another word. */
export const methodOf = (word: string | null | undefined): string | null => {
  const method = word?.toUpperCase() ?? '';
  return METHODS.has(method) ? method : null;
};
