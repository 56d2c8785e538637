/** The services that the handlers call, declared by structure so that a test can replace each of them. */
import type { CallContext, InputOf, OutputOf, PayloadOf } from '../../shared/contract/index.ts';
import type { AccessMatrix, ProbeInput, ProbeProgress, ProbeResult } from '../../shared/model/access.ts';
import type { AppInfo, Preferences, Protection } from '../../shared/model/app.ts';
import type { SavedSearch, SearchesSnapshot, SearchInput, SearchPage } from '../../shared/model/availability.ts';
import type { ActivationStep, BookingNotesSnapshot } from '../../shared/model/booking-notes.ts';
import type { BundlePreview, OpenedBundle } from '../../shared/model/bundle.ts';
import type { Case, CaseFilter, CaseRows, CaseState } from '../../shared/model/case.ts';
import type { Connection, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { CopiedRows } from '../../shared/model/copied-rows.ts';
import type { FailureGroup, FailurePage } from '../../shared/model/failure-group.ts';
import type { GuestRecord, GuestRows } from '../../shared/model/guest.ts';
import type {
  Facet,
  KeptListingsState,
  ListingDetail,
  ListingRows,
  ListingsCopy,
  ListingsExport,
  ListingsFilter,
  ListingsQuery,
  ListingsStatus,
} from '../../shared/model/listing.ts';
import type {
  MatrixChoices,
  MatrixRange,
  MatrixRangeQuery,
  MatrixWindow,
  MatrixWindowQuery,
  Nights,
  NightsQuery,
  Prices,
  PricesQuery,
} from '../../shared/model/matrix.ts';
import type {
  OfferAsSent,
  OfferInput,
  OfferLeft,
  OfferPreview,
  OfferSender,
  SentOffers,
} from '../../shared/model/offer.ts';
import type { EffectiveOperation, Preset } from '../../shared/model/operation.ts';
import type { PastedReport } from '../../shared/model/pasted.ts';
import type { PendingSnapshot } from '../../shared/model/pending.ts';
import type { Guest, Quote, QuotesSnapshot } from '../../shared/model/quote.ts';
import type { BoardFilter, BoardQuery, BoardRows, QuoteOnBoard, QuotesChange } from '../../shared/model/quote-board.ts';
import type { QuotesPlan, WantedQuote } from '../../shared/model/quote-plan.ts';
import type { RatesSnapshot } from '../../shared/model/rates.ts';
import type { SandboxCommand, SandboxState } from '../../shared/model/sandbox.ts';
import type { FailedStep, Task, TaskPlan, TaskRows, TasksSnapshot } from '../../shared/model/task.ts';
import type { TokenStatus, TokensSnapshot } from '../../shared/model/token.ts';
import type {
  Exchange,
  ExchangeFacets,
  ExchangePage,
  ExchangeSummary,
  JournalState,
  Timeline,
  WrittenFile,
} from '../../shared/model/traffic.ts';
import type { TrainingState } from '../../shared/model/training.ts';
import type { CopiedTable } from '../platform/csv/clipboard-table.ts';
import type { OutputFileRequest, Subscribable } from '../platform/ports.ts';
import type { ForCaller } from './publish.ts';

/** A value now or later: handlers await either. */
export type MaybePromise<Value> = Value | Promise<Value>;

export interface PreferencesService {
  get(): MaybePromise<Preferences>;
  set(changes: InputOf<'app', 'setPreferences'>): MaybePromise<Preferences>;
  readonly changed: Subscribable<Preferences>;
}

/** The connections that a person has not removed. */
export interface ConnectionsService {
  snapshot(): MaybePromise<ConnectionsSnapshot>;
  create(input: InputOf<'connections', 'create'>): MaybePromise<Connection>;
  update(input: InputOf<'connections', 'update'>): MaybePromise<Connection>;
  remove(input: InputOf<'connections', 'remove'>): MaybePromise<string>;
  setOpenApi(input: InputOf<'connections', 'setOpenApi'>): MaybePromise<Connection>;
  addApplication(input: InputOf<'connections', 'addApplication'>): MaybePromise<Connection>;
  updateApplication(input: InputOf<'connections', 'updateApplication'>): MaybePromise<Connection>;
  readonly changed: Subscribable<ConnectionsSnapshot>;
}

export interface VaultService {
  select(input: InputOf<'connections', 'select'>): MaybePromise<unknown>;
  removeOpenApi(input: InputOf<'connections', 'removeOpenApi'>): MaybePromise<Connection>;
  removeApplication(input: InputOf<'connections', 'removeApplication'>): MaybePromise<Connection>;
  replaceSecret(input: InputOf<'connections', 'replaceSecret'>): MaybePromise<Connection>;
  deleteSecret(input: InputOf<'connections', 'deleteSecret'>): MaybePromise<Connection>;
  noteMerge(id: string, done: { readonly isSeen: true }): MaybePromise<unknown>;
}

export interface TokensService {
  snapshot(connectionId: string): MaybePromise<TokensSnapshot>;
  status(credentialId: string): MaybePromise<TokenStatus>;
  renew(credentialId: string, confirmLastSlot: boolean): MaybePromise<unknown>;
  adopt(credentialId: string, accessToken: string, issuedAt: number | null): MaybePromise<unknown>;
  discard(credentialId: string): MaybePromise<unknown>;
  readonly changed: Subscribable<TokensSnapshot>;
}

export interface RatesService {
  snapshot(connectionId: string): MaybePromise<RatesSnapshot>;
  readonly changed: Subscribable<RatesSnapshot>;
}

export interface JournalService {
  page(query: InputOf<'traffic', 'exchanges'>): MaybePromise<ExchangePage>;
  facets(connectionId: string): MaybePromise<ExchangeFacets>;
  timeline(query: InputOf<'traffic', 'timeline'>): MaybePromise<Timeline>;
  get(id: string): MaybePromise<Exchange>;
  chain(chainId: string): MaybePromise<ExchangeSummary[]>;
  state(): MaybePromise<JournalState>;
  readonly recorded: Subscribable<PayloadOf<'traffic', 'onRecorded'>>;
  readonly changed: Subscribable<JournalState>;
}

export interface PendingService {
  snapshot(connectionId: string): MaybePromise<PendingSnapshot>;
  cancel(connectionId: string, ids: readonly string[]): MaybePromise<unknown>;
  tryHost(connectionId: string, host: string): MaybePromise<unknown>;
  readonly changed: Subscribable<PendingSnapshot>;
}

/** Writes exchanges of the journal to a file that the person chose; one export at a time. */
export interface ExportsService {
  har(path: string, selection: InputOf<'traffic', 'exportHar'>): Promise<WrittenFile>;
  cancel(): MaybePromise<unknown>;
  readonly progress: Subscribable<PayloadOf<'traffic', 'onExport'>>;
}

export interface TasksService {
  snapshot(connectionId: string): MaybePromise<TasksSnapshot>;
  plan(input: InputOf<'tasks', 'plan'>): MaybePromise<TaskPlan>;
  create(input: InputOf<'tasks', 'create'>): MaybePromise<Task>;
  pause(id: string): MaybePromise<Task>;
  resume(id: string): MaybePromise<Task>;
  cancel(id: string): MaybePromise<Task>;
  retryFailed(id: string): MaybePromise<Task>;
  remove(id: string): MaybePromise<string>;
  rows(input: InputOf<'tasks', 'rows'>): MaybePromise<TaskRows>;
  failures(id: string): MaybePromise<FailedStep[]>;
  copyCells(input: InputOf<'tasks', 'copyCells'>): Promise<CopiedRows & CopiedTable>;
  /** A name for the file of the task's results, without extension. */
  fileName(id: string): MaybePromise<string>;
  writeCsv(id: string, path: string, search: string, heads: readonly string[]): Promise<WrittenFile>;
  readonly changed: Subscribable<TasksSnapshot>;
}

export interface OperationsService {
  list(connectionId: string): MaybePromise<EffectiveOperation[]>;
  chooseVariant(input: InputOf<'operations', 'chooseVariant'>): MaybePromise<EffectiveOperation>;
  customise(input: InputOf<'operations', 'customise'>): MaybePromise<EffectiveOperation>;
  reset(input: InputOf<'operations', 'reset'>): MaybePromise<EffectiveOperation>;
  test(input: InputOf<'operations', 'test'>, signal: AbortSignal): MaybePromise<OutputOf<'operations', 'test'>>;
  undoFound(input: InputOf<'operations', 'undoFound'>): MaybePromise<EffectiveOperation>;
  probeSearch(
    input: InputOf<'operations', 'probeSearch'>,
    signal: AbortSignal,
  ): MaybePromise<OutputOf<'operations', 'probeSearch'>>;
}

export interface ListingsService {
  opened(connectionId: string): MaybePromise<ListingsStatus>;
  load(connectionId: string, choice: { startOver: boolean }): MaybePromise<ListingsStatus>;
  cancel(connectionId: string): MaybePromise<unknown>;
  rows(query: ListingsQuery): MaybePromise<ListingRows>;
  detail(connectionId: string, listingId: string): MaybePromise<ListingDetail>;
  facets(filter: ListingsFilter): MaybePromise<Facet[]>;
  writeCsv(path: string, view: ListingsExport): Promise<WrittenFile>;
  copyCells(view: ListingsCopy): Promise<CopiedRows & CopiedTable>;
  kept(): MaybePromise<KeptListingsState>;
  deleteKept(connectionId: string): MaybePromise<KeptListingsState>;
  readonly changed: Subscribable<ListingsStatus>;
}

export interface MatrixService {
  window(query: MatrixWindowQuery): MaybePromise<MatrixWindow>;
  range(query: MatrixRangeQuery): MaybePromise<MatrixRange>;
  choices(connectionId: string): MaybePromise<MatrixChoices>;
  nights(query: NightsQuery): MaybePromise<Nights>;
  readNights(input: NightsQuery, signal: AbortSignal): MaybePromise<Nights>;
  prices(query: PricesQuery): MaybePromise<Prices>;
  searchPrices(input: PricesQuery, signal: AbortSignal): MaybePromise<Prices>;
}

export interface SearchesService {
  list(connectionId: string): MaybePromise<SearchesSnapshot>;
  put(connectionId: string, search: Omit<SavedSearch, 'at'> & { readonly at: number | null }): MaybePromise<unknown>;
  remove(connectionId: string, parameters: string): MaybePromise<unknown>;
  readonly changed: Subscribable<SearchesSnapshot>;
}

export interface BookingNotesService {
  list(connectionId: string): MaybePromise<BookingNotesSnapshot>;
  tick(
    of: { readonly connectionId: string; readonly applicationId: string },
    step: ActivationStep,
    isDone: boolean,
  ): MaybePromise<unknown>;
  forgetRefusal(
    of: { readonly connectionId: string; readonly applicationId: string },
    listingId: string,
  ): MaybePromise<unknown>;
  readonly changed: Subscribable<BookingNotesSnapshot>;
}

export interface QuotesService {
  /** Reads the quotes in turns of the event loop; what is called before takes one turn for all of them. */
  opened(): Promise<void>;
  list(connectionId: string): MaybePromise<QuotesSnapshot>;
  get(input: InputOf<'quotes', 'get'>): MaybePromise<QuoteOnBoard>;
  create(input: InputOf<'quotes', 'create'>): MaybePromise<Quote>;
  plan(input: InputOf<'quotes', 'plan'>): MaybePromise<QuotesPlan>;
  fetch(input: InputOf<'quotes', 'fetch'>): MaybePromise<Quote>;
  change(input: InputOf<'quotes', 'change'>): MaybePromise<Quote>;
  discardChange(input: InputOf<'quotes', 'discardChange'>): MaybePromise<unknown>;
  choosePlan(input: InputOf<'quotes', 'choosePlan'>): MaybePromise<unknown>;
  applyCoupons(input: InputOf<'quotes', 'applyCoupons'>): MaybePromise<Quote>;
  request(input: InputOf<'quotes', 'request'>): MaybePromise<Quote>;
  book(input: InputOf<'quotes', 'book'>): MaybePromise<Quote>;
  annotate(input: InputOf<'quotes', 'annotate'>): MaybePromise<unknown>;
  remove(input: InputOf<'quotes', 'remove'>): MaybePromise<string>;
  readonly changed: Subscribable<QuotesChange>;
}

/** All quotes as rows. */
export interface QuoteBoardService {
  rows(query: BoardQuery): Promise<BoardRows>;
  writeCsv(filter: BoardFilter, path: string): Promise<WrittenFile>;
}

/** The guests that the console remembers. */
export interface GuestsService {
  suggest(connectionId: string, search: string): Promise<GuestRecord[]>;
  list(connectionId: string, search: string, offset: number, limit: number): Promise<GuestRows>;
  get(connectionId: string, id: string): Promise<GuestRecord>;
  ofQuote(connectionId: string, quoteId: string): Promise<GuestRecord | null>;
  remember(connectionId: string, guest: Guest, quoteIds: readonly string[]): Promise<GuestRecord>;
  writeCsv(connectionId: string, path: string): Promise<WrittenFile>;
  readonly changed: Subscribable<PayloadOf<'guests', 'onChanged'>>;
}

/** Guests together with what was sent to them. */
export interface GuestsAndOffersService {
  countSent(connectionId: string, id: string): Promise<number>;
  remove(connectionId: string, ids: readonly string[], withOffers: boolean): Promise<string>;
  lost(): Promise<OutputOf<'guests', 'lost'>>;
  deleteLost(): Promise<void>;
}

/** Offers for guests, and what was sent. */
export interface OffersService {
  preview(input: OfferInput): MaybePromise<OfferPreview>;
  copyMail(input: OfferInput, copy: (content: CopiedTable) => Promise<void>): Promise<OfferLeft>;
  savePdf(input: OfferInput, path: string, print: (html: string) => Promise<Uint8Array>): Promise<OfferLeft>;
  saveMail(input: OfferInput, path: string): Promise<OfferLeft>;
  sent(connectionId: string, quoteId: string): Promise<SentOffers>;
  sentDocument(connectionId: string, id: string): Promise<OfferAsSent>;
  sender(): MaybePromise<OfferSender>;
  setSender(changes: InputOf<'offers', 'setSender'>): Promise<OfferSender>;
  setLogo(path: string): Promise<OfferSender>;
  removeLogo(): Promise<OfferSender>;
  readonly sentChanged: Subscribable<PayloadOf<'offers', 'onSent'>>;
}

export interface PastedService {
  readText(text: string, context: CallContext): Promise<PastedReport>;
  readFile(path: string, context: CallContext): Promise<PastedReport>;
  readPiece(piece: InputOf<'doctor', 'readPiece'>, context: CallContext): Promise<PastedReport | null>;
  readonly progress: Subscribable<ForCaller<PayloadOf<'doctor', 'onReading'>>>;
}

export interface AccessService {
  matrix(connectionId: string): MaybePromise<AccessMatrix>;
  probe(input: ProbeInput, signal: AbortSignal): Promise<ProbeResult>;
  readonly probing: Subscribable<ProbeProgress>;
}

export interface SandboxService {
  state(): MaybePromise<SandboxState>;
  apply(command: SandboxCommand): MaybePromise<SandboxState>;
  readonly changed: Subscribable<SandboxState>;
}

export interface TrainingService {
  state(): MaybePromise<TrainingState>;
  start(input: InputOf<'training', 'start'>): MaybePromise<TrainingState>;
  takeHint(): MaybePromise<TrainingState>;
  answer(answer: InputOf<'training', 'answer'>): MaybePromise<TrainingState>;
  leave(): MaybePromise<TrainingState>;
  deleteProgress(): MaybePromise<TrainingState>;
  readonly changed: Subscribable<TrainingState>;
}

export interface CasesService {
  list(filter: CaseFilter, offset: number, limit: number): MaybePromise<CaseRows>;
  get(id: string): MaybePromise<Case>;
  corrected(id: string): MaybePromise<OutputOf<'cases', 'corrected'>>;
  summary(id: string): MaybePromise<OutputOf<'cases', 'summary'>>;
  setState(id: string, state: CaseState): MaybePromise<Case>;
  note(id: string, notes: string, from: string): MaybePromise<OutputOf<'cases', 'note'>>;
  remove(ids: readonly string[]): MaybePromise<string>;
  write(path: string, filter: CaseFilter): Promise<WrittenFile>;
  bundlePreview(id: string, marks: readonly string[]): MaybePromise<BundlePreview>;
  /** A name for the file of a previewed bundle. */
  bundleName(previewId: string): MaybePromise<string>;
  saveBundle(path: string, previewId: string): Promise<WrittenFile>;
  openBundle(path: string): Promise<OpenedBundle>;
  readonly changed: Subscribable<PayloadOf<'cases', 'onChanged'>>;
}

/** The desktop as the handlers use it. */
export interface Desktop {
  copyText(text: string): Promise<void>;
  copyTable(table: CopiedTable): Promise<void>;
  /** Prints a page of the console's own as PDF. */
  printPdf(html: string): Promise<Uint8Array>;
  /** Opens an https link outside; throws AppError `invalidInput` for any other. */
  openLink(url: string): Promise<void>;
  /** Asks a person for the path of a file to read; `null` when they cancel. */
  openFile(): Promise<string | null>;
  /** Asks a person for the path of a file to write; `null` when they cancel. */
  chooseFile(request: OutputFileRequest): Promise<string | null>;
  /** Opens another window on a connection. Throws AppError `invalidInput` when too many are open. */
  openWindow(connectionId: string): void;
}

/** Everything the renderer can ask for; the composition constructs it. */
export interface Services {
  opening(connectionId: string | null): MaybePromise<OutputOf<'app', 'opening'>>;
  info(): Promise<AppInfo>;
  readonly protection: {
    /** Asks the key store, which may ask the person. */
    check(): Promise<Protection>;
    readonly changed: Subscribable<unknown>;
  };
  /** Emits when a damaged file was quarantined. */
  readonly quarantined: Subscribable<unknown>;
  presets(): MaybePromise<Preset[]>;
  readonly preferences: PreferencesService;
  readonly connections: ConnectionsService;
  readonly vault: VaultService;
  readonly tokens: TokensService;
  readonly rates: RatesService;
  readonly journal: JournalService;
  /** Deletes the exchanges of a connection. Resolves with the id of the pending deletion; null when that cannot be undone. */
  clearTraffic(connectionId: string): MaybePromise<string | null>;
  readonly deletions: {
    undo(id: string): MaybePromise<unknown>;
    readonly changed: Subscribable<PayloadOf<'deletions', 'onChanged'>>;
  };
  readonly pending: PendingService;
  readonly replay: { replay(id: string): Promise<{ exchangeId: string }> };
  readonly exports: ExportsService;
  readonly tasks: TasksService;
  readonly operations: OperationsService;
  readonly listings: ListingsService;
  readonly availability: { search(input: SearchInput, signal: AbortSignal): MaybePromise<SearchPage> };
  readonly matrix: MatrixService;
  readonly searches: SearchesService;
  readonly quotes: QuotesService;
  readonly quoteBoard: QuoteBoardService;
  readonly wantedQuotes: {
    keep(input: InputOf<'quotes', 'keepWanted'>): MaybePromise<void>;
    take(connectionId: string, alive: readonly string[]): MaybePromise<WantedQuote[]>;
  };
  readonly guests: GuestsService;
  readonly guestsAndOffers: GuestsAndOffersService;
  readonly bookingNotes: BookingNotesService;
  readonly offers: OffersService;
  readonly access: AccessService;
  readonly doctor: {
    failures(input: InputOf<'doctor', 'failures'>): MaybePromise<FailurePage>;
    failure(exchangeId: string): MaybePromise<FailureGroup>;
  };
  readonly incidents: {
    timeline(
      connectionId: string,
      range: InputOf<'doctor', 'incidents'>['range'],
    ): MaybePromise<OutputOf<'doctor', 'incidents'>>;
  };
  readonly cases: CasesService;
  readonly pasted: PastedService;
  readonly sandbox: SandboxService;
  readonly training: TrainingService;
}
