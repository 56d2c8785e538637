/** An exchange as it was on the wire, on its way to the journal. It is never written, shown or logged in this form. */
import type { ErrorData } from '../../shared/errors.ts';
import type { ExchangeSummary, HeaderLines } from '../../shared/model/traffic.ts';

/** A body as it was, from its beginning; `bytes` is its true size, also where `text` was cut. */
export interface RawBody {
  readonly text: string;
  readonly bytes: number;
}

/**
 * One attempt of one request with raw `url`, header lines and bodies: plain data that can be posted to the journal's worker.
 *
 * Who redacts: the journal, in its worker, before anything is stored (redact-raw.ts calls http/redact/). Whoever makes one redacts
 * nothing of it, but gives `error`, `requestId` and `failure` in the form that may be shown (serverSaid and classify redact what they
 * quote), and lists in `secrets` the texts that must be blanked wherever they stand, also where the service repeats them: what secretsOf
 * finds in the request, and ExchangeAbout.secrets. An exchange whose `operation` is `token` is read as a token request and answer.
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

/** What the recorder needs of the journal. It costs microseconds, waits for nothing and never throws. */
export interface ExchangeSink {
  record(raw: RawExchange): void;
}
