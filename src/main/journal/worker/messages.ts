/** The messages between the journal and its worker: plain data that can be posted to a thread. */

import type { ErrorData } from '../../../shared/errors.ts';
import type { JournalChoices } from '../../../shared/model/app.ts';
import type {
  Exchange,
  ExchangeFacets,
  ExchangePage,
  ExchangeSummary,
  JournalState,
  Timeline,
  WrittenFile,
} from '../../../shared/model/traffic.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import type { Log } from '../../platform/ports.ts';
import type { ExportProgress, HarRequest } from '../export/exports.ts';
import type { PageQuery, TimelineQuery } from '../query/find.ts';
import type { LatestAnswers } from '../query/latest.ts';
import type { Outage } from '../query/outage.ts';

/** The queries of the journal by name, with their input and output. */
export interface Queries {
  page: { input: PageQuery; output: ExchangePage };
  /** The exchanges of a page with headers and bodies. */
  fullExchanges: { input: PageQuery; output: Exchange[] };
  facets: { input: string; output: ExchangeFacets };
  timeline: { input: TimelineQuery; output: Timeline };
  get: { input: string; output: Exchange };
  chain: { input: string; output: ExchangeSummary[] };
  /** The newest answers of a connection, by credential, operation and status. */
  latest: { input: string; output: LatestAnswers };
  /** The outage that ends with the given setback. */
  outage: { input: ExchangeSummary; output: Outage };
  /** Deletes a connection's exchanges; the output is whether they can be restored. */
  clear: { input: { readonly connectionId: string; readonly canRestore: boolean }; output: boolean };
  restore: { input: string; output: null };
  keepCleared: { input: string; output: null };
  /** Writes a HAR; see Exports.har. */
  exportHar: { input: HarRequest; output: WrittenFile };
  state: { input: null; output: StoredState };
}
export type QueryName = keyof Queries;

/** The journal's state without the number of lost exchanges, which main counts. */
export type StoredState = Omit<JournalState, 'lost'>;

/** The first message to the journal worker. `revision`: the revision of the next snapshot. */
export interface OpenMessage {
  readonly kind: 'open';
  readonly file: string;
  readonly choices: JournalChoices;
  readonly revision: number;
}

export type ToWorker =
  | OpenMessage
  /** Exchanges, which the outbox has numbered from `first` on. */
  | { readonly kind: 'record'; readonly first: number; readonly raws: readonly RawExchange[] }
  | { readonly kind: 'query'; readonly id: number; readonly name: QueryName; readonly input: unknown }
  | { readonly kind: 'cancelExport' }
  | { readonly kind: 'configure'; readonly choices: JournalChoices }
  | { readonly kind: 'close' };

export type FromWorker =
  /** The acknowledgement of a `record` message, whose exchanges are now in the file. There is none while the disk fails. */
  | {
      readonly kind: 'recorded';
      readonly first: number;
      readonly count: number;
      /** The number of exchanges that could not be redacted or written. */
      readonly lost: number;
      readonly revision: number;
      readonly exchanges: readonly ExchangeSummary[];
    }
  | { readonly kind: 'result'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly error: ErrorData | null; readonly message: string }
  | { readonly kind: 'state'; readonly state: StoredState }
  /** The disk failed and may work again: every exchange without an acknowledgement must be sent again. */
  | { readonly kind: 'resend' }
  /** An export has begun to write to this file, which gets its final name when it is complete. */
  | { readonly kind: 'exportBegun'; readonly part: string }
  | { readonly kind: 'exportProgress'; readonly progress: ExportProgress }
  | {
      readonly kind: 'log';
      readonly level: keyof Log;
      readonly message: string;
      readonly fields: Record<string, unknown>;
    }
  | { readonly kind: 'closed' };

/** A running journal worker. It sends no message after `onExit` was called. */
export interface JournalWorker {
  post(message: ToWorker): void;
  /** Ends the worker at once. */
  stop(): void;
}

export interface WorkerEvents {
  onMessage(message: FromWorker): void;
  onExit(error: unknown): void;
}

export type StartWorker = (events: WorkerEvents) => JournalWorker;
