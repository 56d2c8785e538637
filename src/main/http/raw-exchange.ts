/** An exchange as it was on the wire. It goes to the journal in this form, and is never stored, shown or logged in it. */
import type { ErrorData } from '../../shared/errors.ts';
import type { ExchangeSummary, HeaderLines } from '../../shared/model/traffic.ts';

/** A body, from its beginning. `bytes` is its true size, also where `text` is cut. */
export interface RawBody {
  readonly text: string;
  readonly bytes: number;
}

/**
 * One attempt of one request, with raw `url`, header lines and bodies: plain data that can be posted to the journal's worker.
 *
 * The journal redacts it, in its worker, before anything is stored. The recorder redacts only `error`, `requestId` and `failure`, and lists
 * in `secrets` the texts that the journal must redact wherever they stand, also where the service repeats them. An exchange whose
 * `operation` is `token` is read as a token request and its answer.
 */
export interface RawExchange extends Omit<ExchangeSummary, 'seq'> {
  readonly requestHeaders: HeaderLines;
  readonly requestBody: RawBody | null;
  /** `null` when no answer came. */
  readonly responseHeaders: HeaderLines | null;
  readonly responseBody: RawBody | null;
  readonly failure: ErrorData | null;
  readonly secrets: readonly string[];
}

/** The recorder's view of the journal. `record` takes microseconds and does not wait for the disk. */
export interface ExchangeSink {
  record(raw: RawExchange): void;
}
