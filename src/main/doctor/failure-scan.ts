/**
 * Reads the failures of a connection from the journal, newest first, and groups similar ones. A scan is bounded and may end before the journal
 * does.
 */
import { MAX_FAILURE_GROUPS } from '../../shared/model/failure-group.ts';
import { type Exchange, type ExchangeFilter, filterOf, type OutcomeClass } from '../../shared/model/traffic.ts';
import { recordedError } from '../http/recorded-error.ts';
import { causeOf, diagnose } from './diagnose.ts';
import { NO_SURROUNDINGS } from './failure.ts';
import { toFailure } from './surroundings.ts';

export interface FailureJournal {
  /** Reads a page of exchanges with headers and bodies, newest first. */
  fullExchanges(question: {
    filter: ExchangeFilter;
    before: number | null;
    limit: number;
  }): Exchange[] | Promise<Exchange[]>;
}

/** A group of similar failures; `exchange` is the newest. */
export interface FoundGroup {
  readonly key: string;
  readonly exchange: Exchange;
  count: number;
  firstAt: number;
}

export interface FailureScan {
  readonly groups: readonly FoundGroup[];
  /** The sequence number below which the next scan begins; null when the journal has no more. */
  readonly next: number | null;
  /** The send time of the oldest exchange that was read, in epoch ms; null when none was read. */
  readonly readTo: number | null;
}

const BATCH = 100;
/** The largest number of failures that a scan reads; many equal failures in a row need several scans. */
const MAX_SCANNED = 1_000;

const FAILED: OutcomeClass[] = ['unauthorized', 'forbidden', 'tooMany', 'otherClient', 'serverFailed', 'noAnswer'];
type Conditions = Parameters<typeof filterOf>[1];
/** Filters for failures and for successes that may hide a failure. The full-text index finds such successes without a scan of all successes. */
const STREAMS: readonly Conditions[] = [
  { outcomes: FAILED },
  { outcomes: ['ok'], search: 'text/html' },
  { outcomes: ['ok'], operations: ['quoteCreate', 'quoteCoupons'], search: 'coupons' },
];
const HIDDEN_CAUSES: ReadonlySet<string> = new Set(['intermediary', 'couponDropped']);

/** Reads and groups failures with sequence numbers below `before`, or the newest failures when `before` is null. */
export async function scanFailures(
  journal: FailureJournal,
  connectionId: string,
  before: number | null,
): Promise<FailureScan> {
  const groups = new Map<string, FoundGroup>();
  let next = before;
  let readTo: number | null = null;
  for (let scanned = 0; scanned < MAX_SCANNED; ) {
    const batch = await readBatch(journal, connectionId, next);
    for (const exchange of batch.exchanges) {
      if (isFailure(exchange) && !addTo(groups, exchange))
        return { groups: [...groups.values()], next: exchange.seq + 1, readTo };
      readTo = exchange.sentAt;
    }
    scanned += batch.exchanges.length;
    next = batch.next;
    if (next === null) break;
  }
  return { groups: [...groups.values()], next, readTo };
}

/** Reads a page of each filter. Returns the exchanges down to the lowest number that all pages reach, newest first; `next` is null at the end. */
async function readBatch(
  journal: FailureJournal,
  connectionId: string,
  before: number | null,
): Promise<{ exchanges: Exchange[]; next: number | null }> {
  const pages = await Promise.all(
    STREAMS.map((conditions) =>
      journal.fullExchanges({ filter: filterOf(connectionId, conditions), before, limit: BATCH }),
    ),
  );
  const cut = pages.flatMap((page) => (page.length === BATCH ? (page.at(-1)?.seq ?? []) : []));
  const next = cut.length === 0 ? null : Math.max(...cut);
  const all = new Map(pages.flat().map((exchange) => [exchange.seq, exchange]));
  const exchanges = [...all.values()].filter(({ seq }) => next === null || seq >= next);
  return { exchanges: exchanges.toSorted((one, two) => two.seq - one.seq), next };
}

/** Whether an exchange loaded a picture. It carried no token, so its failure says nothing about an API. */
export const isPicture = ({ operation }: { readonly operation: string }): boolean => operation === 'picture';

/** Whether an exchange is a failure; a request that the console aborted is not, nor is the load of a picture. */
function isFailure(exchange: Exchange): boolean {
  const { status, error } = exchange;
  if (isPicture(exchange) || error === 'cancelled') return false;
  if (status === null || status >= 400) return true;
  const diagnosis = diagnose(toFailure(exchange), NO_SURROUNDINGS);
  return diagnosis.outcome === 'verdict' && HIDDEN_CAUSES.has(causeOf(diagnosis));
}

/** Adds an exchange to its group. Returns false when it would begin a group for which there is no room. */
function addTo(groups: Map<string, FoundGroup>, exchange: Exchange): boolean {
  const key = keyOf(exchange);
  const known = groups.get(key);
  if (known) {
    known.count += 1;
    known.firstAt = Math.min(known.firstAt, exchange.sentAt);
    return true;
  }
  if (groups.size >= MAX_FAILURE_GROUPS) return false;
  groups.set(key, { key, exchange, count: 1, firstAt: exchange.sentAt });
  return true;
}

const MAX_WORDS = 60;

/** Returns the key of a failure's group: operation, credential, status, and the service's error code or else its message. */
export function keyOf({ credentialId, operation, status, error, responseHeaders, responseBody }: Exchange): string {
  const { serverCode, serverMessage } = recordedError({
    status,
    responseHeaders: responseHeaders ?? [],
    responseBody: responseBody?.text ?? null,
  });
  const said = serverCode ?? serverMessage?.replace(/\d+/g, '#') ?? '';
  return JSON.stringify([credentialId, operation, status, error, said.slice(0, MAX_WORDS)]);
}
