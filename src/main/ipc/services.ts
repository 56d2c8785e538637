/** What the handlers need from the rooms behind them, declared by structure so that each room can be replaced in a test. */
import type { InputOf, OutputOf, PayloadOf } from '../../shared/contract/index.ts';
import type { AppInfo, Preferences } from '../../shared/model/app.ts';
import type { SearchInput, SearchPage } from '../../shared/model/availability.ts';
import type { Connection, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { ListingDetail, ListingRows, ListingsQuery, ListingsStatus } from '../../shared/model/listing.ts';
import type { EffectiveOperation, Preset } from '../../shared/model/operation.ts';
import type { PendingSnapshot } from '../../shared/model/pending.ts';
import type { Quote, QuotesSnapshot } from '../../shared/model/quote.ts';
import type { RatesSnapshot } from '../../shared/model/rates.ts';
import type { Refusal } from '../../shared/model/refusal.ts';
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
import type { Subscribable } from '../platform/ports.ts';

/** Now or later: the handlers wait either way. */
export type Soon<Value> = Value | Promise<Value>;

export interface PreferencesService {
  get(): Soon<Preferences>;
  set(changes: InputOf<'app', 'setPreferences'>): Soon<Preferences>;
  readonly changed: Subscribable<Preferences>;
}

export interface VaultService {
  snapshot(): Soon<ConnectionsSnapshot>;
  select(input: InputOf<'connections', 'select'>): Soon<unknown>;
  create(input: InputOf<'connections', 'create'>): Soon<Connection>;
  update(input: InputOf<'connections', 'update'>): Soon<Connection>;
  remove(input: InputOf<'connections', 'remove'>): Soon<unknown>;
  setOpenApi(input: InputOf<'connections', 'setOpenApi'>): Soon<Connection>;
  removeOpenApi(input: InputOf<'connections', 'removeOpenApi'>): Soon<Connection>;
  addApplication(input: InputOf<'connections', 'addApplication'>): Soon<Connection>;
  updateApplication(input: InputOf<'connections', 'updateApplication'>): Soon<Connection>;
  removeApplication(input: InputOf<'connections', 'removeApplication'>): Soon<Connection>;
  replaceSecret(input: InputOf<'connections', 'replaceSecret'>): Soon<Connection>;
  deleteSecret(input: InputOf<'connections', 'deleteSecret'>): Soon<Connection>;
  readonly changed: Subscribable<ConnectionsSnapshot>;
}

export interface TokensService {
  snapshot(connectionId: string): Soon<TokensSnapshot>;
  status(credentialId: string): Soon<TokenStatus>;
  renew(credentialId: string, confirmLastSlot: boolean): Soon<unknown>;
  adopt(credentialId: string, accessToken: string, issuedAt: number | null): Soon<unknown>;
  discard(credentialId: string): Soon<unknown>;
  readonly changed: Subscribable<TokensSnapshot>;
}

export interface RatesService {
  snapshot(connectionId: string): Soon<RatesSnapshot>;
  readonly changed: Subscribable<RatesSnapshot>;
}

export interface JournalService {
  page(query: InputOf<'traffic', 'exchanges'>): Soon<ExchangePage>;
  facets(connectionId: string): Soon<ExchangeFacets>;
  timeline(query: InputOf<'traffic', 'timeline'>): Soon<Timeline>;
  get(id: string): Soon<Exchange>;
  chain(chainId: string): Soon<ExchangeSummary[]>;
  clear(connectionId: string): Soon<unknown>;
  state(): Soon<JournalState>;
  readonly recorded: Subscribable<PayloadOf<'traffic', 'onRecorded'>>;
  readonly changed: Subscribable<JournalState>;
}

export interface WaitingService {
  snapshot(connectionId: string): Soon<PendingSnapshot>;
  cancel(connectionId: string, ids: readonly string[]): Soon<unknown>;
  tryHost(connectionId: string, host: string): Soon<unknown>;
  readonly changed: Subscribable<PendingSnapshot>;
}

/** Writes parts of the record to a file that the person chose; one at a time. */
export interface ExportsService {
  har(path: string, selection: InputOf<'traffic', 'exportHar'>): Promise<WrittenFile>;
  cancel(): Soon<unknown>;
  readonly progress: Subscribable<PayloadOf<'traffic', 'onExport'>>;
}

export interface TasksService {
  snapshot(connectionId: string): Soon<TasksSnapshot>;
  plan(input: InputOf<'tasks', 'plan'>): Soon<TaskPlan>;
  create(input: InputOf<'tasks', 'create'>): Soon<Task>;
  pause(id: string): Soon<Task>;
  resume(id: string): Soon<Task>;
  cancel(id: string): Soon<Task>;
  retryFailed(id: string): Soon<Task>;
  remove(id: string): Soon<unknown>;
  rows(input: InputOf<'tasks', 'rows'>): Soon<TaskRows>;
  failures(id: string): Soon<FailedStep[]>;
  /** A name for the file of its results, without extension. */
  fileName(id: string): Soon<string>;
  writeCsv(id: string, path: string): Promise<WrittenFile>;
  readonly changed: Subscribable<TasksSnapshot>;
}

export interface OperationsService {
  list(connectionId: string): Soon<EffectiveOperation[]>;
  chooseVariant(input: InputOf<'operations', 'chooseVariant'>): Soon<EffectiveOperation>;
  customise(input: InputOf<'operations', 'customise'>): Soon<EffectiveOperation>;
  reset(input: InputOf<'operations', 'reset'>): Soon<EffectiveOperation>;
  probeSearch(input: InputOf<'operations', 'probeSearch'>, signal: AbortSignal): Soon<OutputOf<'operations', 'probeSearch'>>;
}

export interface ListingsService {
  status(connectionId: string): Soon<ListingsStatus>;
  load(connectionId: string): Soon<ListingsStatus>;
  cancel(connectionId: string): Soon<unknown>;
  rows(query: ListingsQuery): Soon<ListingRows>;
  detail(connectionId: string, listingId: string): Soon<ListingDetail>;
  readonly changed: Subscribable<ListingsStatus>;
}

export interface QuotesService {
  list(connectionId: string): Soon<QuotesSnapshot>;
  create(input: InputOf<'quotes', 'create'>): Soon<Quote>;
  fetch(input: InputOf<'quotes', 'fetch'>): Soon<Quote>;
  applyCoupons(input: InputOf<'quotes', 'applyCoupons'>): Soon<Quote>;
  request(input: InputOf<'quotes', 'request'>): Soon<Quote>;
  book(input: InputOf<'quotes', 'book'>): Soon<Quote>;
  dismiss(input: InputOf<'quotes', 'dismiss'>): Soon<unknown>;
  readonly changed: Subscribable<QuotesSnapshot>;
}

export interface SandboxService {
  state(): Soon<SandboxState>;
  apply(command: SandboxCommand): Soon<SandboxState>;
  readonly changed: Subscribable<SandboxState>;
}

/** Everything the window can ask for, as the composition hands it to the shell. */
export interface Services {
  info(): Promise<AppInfo>;
  presets(): Soon<Preset[]>;
  readonly preferences: PreferencesService;
  readonly vault: VaultService;
  readonly tokens: TokensService;
  readonly rates: RatesService;
  readonly journal: JournalService;
  readonly waiting: WaitingService;
  readonly replay: { replay(id: string): Promise<{ exchangeId: string }> };
  readonly exports: ExportsService;
  readonly tasks: TasksService;
  readonly operations: OperationsService;
  readonly listings: ListingsService;
  readonly availability: { search(input: SearchInput, signal: AbortSignal): Soon<SearchPage> };
  readonly quotes: QuotesService;
  readonly doctor: { refusals(connectionId: string): Soon<Refusal[]> };
  readonly sandbox: SandboxService;
}
