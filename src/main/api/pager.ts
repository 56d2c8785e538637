/**
 * Reads a list page by page from servers whose pages, limits, counts and cursors may be wrong. Every load ends, every record that the server sent is
 * returned, and possible gaps are reported as doubts. The server's count never ends a load (service.md §5.1).
 */
import { createHash } from 'node:crypto';
import { isAppError } from '../../shared/app-error.ts';
import type { PagingDoubt } from '../../shared/model/paging.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { MAX_PAGES, MAX_RECORDS } from '../../shared/text/paging-text.ts';
import type { ApiAnswer, PageRequest, Place } from './api-client.ts';
import { ownIdOf } from './describe-record.ts';
import { answerUnusable } from './unusable-answer.ts';

/** The largest number of refusals within the list that count as the end of a list that shrank; the next refusal is an error. */
const MAX_REFUSALS = 3;

/**
 * A page that was read. `fresh`: the records that no earlier page had. `answer`: `null` when the server refused the page because the list ends before
 * it.
 */
export interface ReadPage {
  readonly fresh: Json[];
  readonly answer: ApiAnswer | null;
}

export class Pager {
  /** The identity of each record that was read, with the number of the page that first had it. */
  readonly #known = new Map<string, number>();
  /** The identities of the records that {@link preview} returned. */
  #previewed: ReadonlySet<string> = new Set();
  readonly #doubts = new Set<PagingDoubt>();
  readonly #cursors = new Set<string>();
  readonly #skipPages = new SkipPages((doubt) => this.#doubts.add(doubt));
  #next: PageRequest | null = {};
  #pages = 0;
  #refusals = 0;
  #total: number | null = null;

  /** The page to request next; `null` at the end. It changes only when its answer is accepted, so a failed request can be repeated. */
  get next(): PageRequest | null {
    return this.#next;
  }

  /** The reasons why the records read so far may be incomplete; empty for a complete list. */
  get doubts(): PagingDoubt[] {
    return [...this.#doubts];
  }

  /** Requests only the first `limit` records, which arrive sooner. Later pages do not count them as `fresh`. Throws the errors of `send`. */
  async preview(limit: number, send: (page: PageRequest) => Promise<ApiAnswer>): Promise<ReadPage> {
    const answer = await send({ limit });
    const records = answer.records ?? [];
    const byIdentity = new Map(identitiesOf(records).map((identity, index) => [identity, records[index] ?? null]));
    this.#previewed = new Set(byIdentity.keys());
    return { fresh: [...byIdentity.values()], answer };
  }

  /** Requests the next page, after an error the same one. Throws `answerUnusable` for an answer without a list, and the errors of `send`. */
  async read(send: (page: PageRequest) => Promise<ApiAnswer>): Promise<ReadPage> {
    if (!this.#next) throw new Error('the list has ended');
    const answer = await this.#orNullBehindEnd(send(this.#next));
    const records = answer?.records ?? (answer === null || this.#skipPages.mayBeBehindEnd ? [] : null);
    if (records === null)
      throw answerUnusable('no list of listings was found in it', answer ?? { body: null, exchangeId: null });
    return { fresh: this.#accept(records, answer ?? BEHIND_END), answer };
  }

  async #orNullBehindEnd(sent: Promise<ApiAnswer>): Promise<ApiAnswer | null> {
    try {
      return await sent;
    } catch (error) {
      if (!isAppError(error, 'refused') || !this.#next?.skip) throw error;
      // Some servers refuse a position behind the end of a list that shrank. A server that refuses positions within the list does so each time.
      if (!this.#skipPages.mayBeBehindEnd) this.#refusals += 1;
      if (this.#refusals > MAX_REFUSALS) throw error;
      return null;
    }
  }

  #accept(records: readonly Json[], { total, limit, nextCursor, nextSkip }: Place): Json[] {
    const { skip } = this.#next ?? {};
    const keys = identitiesOf(records);
    this.#pages += 1;
    const number = this.#pages;
    const firstSeenIn = this.#known.get(keys[0] ?? '') ?? null;
    const fresh = keys.map((key) => this.#learn(key, number));
    const freshCount = fresh.filter(Boolean).length;
    this.#total = total ?? this.#total;
    if (nextSkip !== null || (skip !== undefined && records.length === 0)) {
      const counted = this.#total === null ? -1 : this.#total - this.#known.size;
      const remaining = counted < 0 ? null : counted;
      const place = { number, skip: skip ?? 0, limit: limit ?? keys.length, remaining };
      this.#next = this.#skipPages.after({ ...place, keys, fresh: freshCount, firstSeenIn });
    } else this.#next = this.#afterCursor(nextCursor, records.length, freshCount);
    if (limit === null && records.length > 0) this.#doubts.add('unpaged');
    if (this.#next && (this.#pages >= MAX_PAGES || this.#known.size >= MAX_RECORDS)) this.#next = this.#end('capped');
    const unseen = records.filter((_, index) => fresh[index] && !this.#previewed.has(keys[index] ?? ''));
    if (this.#next) return unseen;
    if (this.#total !== null && this.#total > this.#known.size) this.#doubts.add('counted');
    this.#known.clear();
    return unseen;
  }

  /** Marks the record of this identity as known. Returns whether it was unknown before. */
  #learn(key: string, page: number): boolean {
    if (this.#known.has(key)) return false;
    this.#known.set(key, page);
    return true;
  }

  #afterCursor(cursor: string | null, length: number, fresh: number): PageRequest | null {
    if (cursor === null) return null;
    if (this.#cursors.has(cursor)) return this.#end('repeatedCursor');
    if (length === 0) return this.#end('emptyPage');
    if (fresh === 0) return this.#end('repeated');
    this.#cursors.add(cursor);
    return { cursor };
  }

  #end(doubt: PagingDoubt): null {
    this.#doubts.add(doubt);
    return null;
  }
}

const BEHIND_END: Place = { total: null, limit: null, nextCursor: null, nextSkip: null };

/** An identity for each record of a page: its own id, else a hash of its text with the number of equal records before it in the page. */
function identitiesOf(records: readonly Json[]): string[] {
  const times = new Map<string, number>();
  return records.map((record) => {
    const id = ownIdOf(record);
    if (id !== null) return id;
    const hash = createHash('sha256').update(JSON.stringify(record)).digest('base64');
    const time = times.get(hash) ?? 0;
    times.set(hash, time + 1);
    return `#${hash}${time}`;
  });
}

/** How often one load goes back at most; a list in random order would make it go back at each page. */
const MAX_RETURNS = 10;

interface SkipPage {
  readonly skip: number;
  readonly keys: readonly string[];
  /** The number of records that no earlier page had. */
  readonly fresh: number;
  /** The number of a page, from 1, and the number of the page that first had this page's first record (`firstSeenIn`; `null` for a new record). */
  readonly number: number;
  readonly firstSeenIn: number | null;
  /** The page size that the server reports, else the requested one. */
  readonly limit: number;
  /** How many records the server counts beyond the known ones; `null` when it reports no count or a smaller one. */
  readonly remaining: number | null;
}

interface SkipRequest {
  readonly skip: number;
}

/** A position to request before the list counts as ended. `wholePage`: a server that counts in whole pages has its next page there. */
interface Attempt {
  readonly skip: number;
  readonly wholePage: boolean;
}

/**
 * Decides which position of a list is requested next by `skip`. Pages overlap by one record. When a page does not begin with the previous page's last
 * record, the list has moved. When it begins with an unknown record, records may be missing: the pager goes back to a known record, then forward
 * again.
 */
class SkipPages {
  readonly #doubt: (doubt: PagingDoubt) => void;
  /** The record with which the requested page should begin; `null` where pages do not overlap. */
  #overlap: string | null = null;
  /** How far from the page's beginning the overlap may be: a server that filters its pages sends fewer records than positions. */
  #slack = 0;
  #canOverlap = true;
  /** The direction of reading. `back`: to a known record. `again`: forward to the point where the reading turned back. */
  #direction: 'forward' | 'back' | 'again' = 'forward';
  #distance = 0;
  #gapFoundIn = 0;
  #returns = 0;
  /** The position after the furthest one that was read. */
  #frontier = 0;
  /** The attempts left before a page without new records ends the list; `null` while pages bring new records. */
  #attempts: Attempt[] | null = null;
  #attempt: Attempt | null = null;
  #isAtEnd = false;

  constructor(doubt: (doubt: PagingDoubt) => void) {
    this.#doubt = doubt;
  }

  /** Whether the requested position may lie behind the end of the list, which some servers refuse. */
  get mayBeBehindEnd(): boolean {
    return this.#frontier > 0 && (this.#overlap === null || this.#direction !== 'forward');
  }

  /** The request that follows a page; `null` at the end. */
  after(page: SkipPage): SkipRequest | null {
    const { skip, keys, fresh } = page;
    const at = this.#overlap === null ? -1 : keys.indexOf(this.#overlap);
    const end = skip + keys.length;
    if (this.#mayHaveGap(page, at)) return this.#goBack(page);
    if (this.#direction !== 'forward') {
      this.#direction = 'again';
      if (keys.length > 0 && end <= this.#frontier) return this.#forward(page);
      this.#direction = 'forward';
    }
    this.#frontier = Math.max(this.#frontier, end);
    if (fresh === 0) return this.#withoutNews(page, at);
    if (this.#overlap !== null && (at < 0 || at > this.#slack)) this.#doubt('moved');
    if (this.#attempt?.wholePage) {
      this.#canOverlap = false;
      this.#doubt('unchecked');
    }
    this.#attempts = this.#attempt = null;
    return this.#forward(page);
  }

  #mayHaveGap({ skip, number, firstSeenIn }: SkipPage, at: number): boolean {
    if (skip === 0 || at >= 0) return false;
    // Pages that were read since the gap was found may lie behind it, so their records do not close it.
    const since = this.#direction === 'forward' ? number : this.#gapFoundIn;
    if (firstSeenIn !== null && firstSeenIn < since) return false;
    return this.#direction === 'back' || (this.#overlap !== null && this.#returns < MAX_RETURNS);
  }

  /** Requests an earlier page: half a page back, then twice as far each time. */
  #goBack({ skip, keys, limit, number }: SkipPage): SkipRequest {
    this.#doubt('moved');
    this.#frontier = Math.max(this.#frontier, skip + keys.length);
    if (this.#direction === 'back') this.#distance *= 2;
    else {
      if (this.#direction === 'forward') this.#gapFoundIn = number;
      this.#direction = 'back';
      this.#distance = Math.max(1, Math.ceil(limit / 2));
      this.#returns += 1;
    }
    return this.#request(Math.max(0, skip - this.#distance), null);
  }

  #forward({ skip, keys, limit }: SkipPage): SkipRequest {
    const end = skip + keys.length;
    this.#slack = Math.max(0, limit - keys.length);
    return this.#canOverlap && keys.length > 1 ? this.#request(end - 1, keys.at(-1) ?? null) : this.#request(end, null);
  }

  /**
   * Decides what follows a page without new records. Two further positions may be requested before the list ends: after the page's records, for a
   * server that counts in whole pages or sends single records; and after the page's size, for a server that filters its pages and counts more records
   * than are known.
   */
  #withoutNews({ skip, keys, limit, remaining }: SkipPage, at: number): SkipRequest | null {
    const end = skip + keys.length;
    if (this.#attempts) this.#isAtEnd &&= keys.length === 0 || !this.#attempt?.wholePage;
    else {
      this.#isAtEnd = keys.length === 0 || (at >= 0 && at === keys.length - 1);
      const hasOnlyOverlap = this.#isAtEnd && keys.length <= 1;
      this.#attempts = [
        ...((hasOnlyOverlap && remaining === 0) || this.#overlap === null
          ? []
          : [{ skip: end, wholePage: !hasOnlyOverlap }]),
        ...(remaining !== null && remaining > 0 && skip + limit > end
          ? [{ skip: skip + limit, wholePage: false }]
          : []),
      ];
    }
    this.#attempt = this.#attempts.shift() ?? null;
    if (this.#attempt) return this.#request(this.#attempt.skip, null);
    if (!this.#isAtEnd) this.#doubt('repeated');
    return null;
  }

  #request(skip: number, overlap: string | null): SkipRequest {
    this.#overlap = overlap;
    return { skip };
  }
}
