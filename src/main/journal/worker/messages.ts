/** What the journal and whoever hosts its store say to each other. Plain data: it may cross to a thread. */
import type { ErrorData } from '../../../shared/errors.ts';
import type { JournalChoices } from '../../../shared/model/app.ts';
import type {
  Exchange,
  ExchangeFacets,
  ExchangePage,
  ExchangeSummary,
  JournalState,
  Timeline,
} from '../../../shared/model/traffic.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import type { PageQuery, TimelineQuery } from '../query/find.ts';

/** What can be asked, and what is answered. */
export interface Questions {
  page: { input: PageQuery; output: ExchangePage };
  /** The same exchanges, whole. */
  wholes: { input: PageQuery; output: Exchange[] };
  facets: { input: string; output: ExchangeFacets };
  timeline: { input: TimelineQuery; output: Timeline };
  get: { input: string; output: Exchange };
  chain: { input: string; output: ExchangeSummary[] };
  clear: { input: string; output: null };
  state: { input: null; output: JournalState };
}
export type QuestionName = keyof Questions;

/** The first message. `revision` is where counting goes on; `seq` is the last place that is known to have been given. */
export interface Opening {
  readonly kind: 'open';
  readonly file: string;
  readonly choices: JournalChoices;
  readonly revision: number;
  readonly seq: number;
}

export type ToHost =
  | Opening
  /** `upTo` numbers the last of them, counted by the sender. */
  | { readonly kind: 'record'; readonly raws: readonly RawExchange[]; readonly upTo: number }
  | { readonly kind: 'ask'; readonly id: number; readonly name: QuestionName; readonly input: unknown }
  | { readonly kind: 'choose'; readonly choices: JournalChoices }
  | { readonly kind: 'close' };

export type FromHost =
  /** Everything up to `upTo` is dealt with. */
  | {
      readonly kind: 'recorded';
      readonly upTo: number;
      readonly revision: number;
      readonly exchanges: readonly ExchangeSummary[];
    }
  | { readonly kind: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: ErrorData | null; readonly message: string }
  | { readonly kind: 'state'; readonly state: JournalState }
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly message: string;
      readonly fields: Record<string, unknown>;
    }
  | { readonly kind: 'closed' };

/** Where the store lives. A host that died says nothing more. */
export interface JournalHost {
  post(message: ToHost): void;
  /** Ends it at once. */
  stop(): void;
}

export interface HostEvents {
  said(message: FromHost): void;
  died(error: unknown): void;
}

export type StartHost = (events: HostEvents) => JournalHost;
