/**
 * Reads a list page by page from servers whose pages, limits, counts and cursors may be wrong. Every reading ends, no record that was sent is
 * dropped, and possible gaps are reported as doubts. The server's count never ends the reading (service.md §5.1).
 */
import { createHash } from 'node:crypto';
import { isAppError } from '../../shared/app-error.ts';
import type { PagingDoubt } from '../../shared/model/paging.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { MAX_PAGES, MAX_RECORDS } from '../../shared/text/paging-text.ts';
import type { ApiAnswer, PageRequest } from './api-client.ts';
import { ownIdOf } from './describe-record.ts';
import { SkipPages } from './skip-pages.ts';
import { answerUnusable } from './unusable-answer.ts';

/** After this many refused positions within the list, the list is taken to have shrunk. */
const MAX_REFUSALS = 3;

type Place = Pick<ApiAnswer, 'total' | 'limit' | 'nextCursor' | 'nextSkip'>;

/** One page after it was read. `fresh`: its records that no earlier page had; `answer` is `null` when the server refused a page behind the end. */
export interface ReadPage {
  readonly fresh: Json[];
  readonly answer: ApiAnswer | null;
}

export class Pager {
  /** The identity of each record that was read, with the number of the page that first had it. */
  readonly #known = new Map<string, number>();
  /** The identities of the records that were read ahead of the pages. */
  #previewed: ReadonlySet<string> = new Set();
  readonly #doubts = new Set<PagingDoubt>();
  readonly #cursors = new Set<string>();
  readonly #skipPages = new SkipPages((doubt) => this.#doubts.add(doubt));
  #next: PageRequest | null = {};
  #pages = 0;
  #refusals = 0;
  #total: number | null = null;

  /** The page to request next; `null` at the end. The value stays the same until its answer is accepted, so a failed request can be repeated. */
  get next(): PageRequest | null {
    return this.#next;
  }

  /** Why the records read so far may not be all; empty for a complete list. */
  get doubts(): PagingDoubt[] {
    return [...this.#doubts];
  }

  /**
   * Requests the first `limit` records ahead of the pages: their answer comes sooner than that of a whole page. The `fresh` records of the
   * pages do not contain them. Throws the errors of `send`.
   */
  async preview(limit: number, send: (page: PageRequest) => Promise<ApiAnswer>): Promise<ReadPage> {
    const answer = await send({ limit });
    const records = answer.records ?? [];
    const byIdentity = new Map(identitiesOf(records).map((identity, index) => [identity, records[index] ?? null]));
    this.#previewed = new Set(byIdentity.keys());
    return { fresh: [...byIdentity.values()], answer };
  }

  /**
   * Requests the next page. Throws AppError `answerUnusable` for an answer without a list, and the errors of `send`; the same page is then
   * requested again by the next call.
   */
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
      // A list that shrank ends before the overlap; a server that allows no such position refuses it again and again.
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

/**
 * The identities by which records are recognised in other pages: the record's own id, else its text and how often the page has that text before
 * it.
 */
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
