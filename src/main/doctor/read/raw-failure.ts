/** A failure as it stands in a pasted text, with its secrets: it lives only in memory, between a reader and `mask.ts`. */
import type { HeaderLines } from '../../../shared/model/traffic.ts';

export interface RawRequest {
  readonly method: string | null;
  readonly url: string | null;
  readonly headers: HeaderLines;
  /** False when the text would not show the headers, so that a missing one says nothing. */
  readonly headersKnown: boolean;
  readonly body: string | null;
  /** The scope of the token that it carries, where the text names it. */
  readonly tokenScope?: string;
}

export interface RawResponse {
  readonly status: number | null;
  readonly headers: HeaderLines;
  readonly headersKnown: boolean;
  readonly body: string | null;
}

/** `code` is the error code of Node for a text that names the problem in other words. */
export interface NetworkError {
  readonly code: string | null;
  readonly message: string;
}

/** One exchange, as far as a text shows it. */
export interface RawFailure {
  readonly request: RawRequest | null;
  readonly response: RawResponse | null;
  readonly networkError: NetworkError | null;
  readonly sentAt: number | null;
  /** Where it stands: "line 12" or "entry 40". */
  readonly where: string;
}

/** What a reader found in lines `[from, end)`, counted from 0. */
export interface Piece {
  readonly from: number;
  readonly end: number;
  readonly request?: RawRequest | undefined;
  readonly response?: RawResponse | undefined;
  readonly networkError?: NetworkError | undefined;
  readonly sentAt?: number | undefined;
  /** Whole exchanges, where one object or list holds them. */
  readonly exchanges?: readonly Omit<RawFailure, 'where'>[] | undefined;
  /** A status or an error in a sentence: it completes another piece; beside a whole exchange it is ignored. */
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
