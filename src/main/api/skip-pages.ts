/**
 * Decides which position to request next from a list that is read by `skip`. Pages overlap by one record. When a page does not begin with the
 * last record of the page before it, the list has moved. When it begins with an unknown record, records in between may have been missed: the
 * reading goes back until it meets a known record, and then forward again.
 */
import type { PagingDoubt } from '../../shared/model/paging.ts';

/** How many times one load goes back; a list in random order would make it go back at each page. */
const MAX_RETURNS = 10;

/** One page of the list, as the server answered it. */
interface SkipPage {
  readonly skip: number;
  /** The identities of the page's records. */
  readonly keys: readonly string[];
  /** The number of records that no earlier page had. */
  readonly fresh: number;
  /**
   * `number` counts the pages read so far; `firstSeenIn` is the number of the page that first had this page's first record, `null` when none had.
   */
  readonly number: number;
  readonly firstSeenIn: number | null;
  /** The page size that the server reports, else the requested one. */
  readonly limit: number;
  /** The number of records that the server counts beyond the known ones; `null` when it counts none, or fewer than are known. */
  readonly remaining: number | null;
}

interface SkipRequest {
  readonly skip: number;
}

/** A position to try without an overlap. `wholePage`: a server that counts in whole pages has its next page there. */
interface Attempt {
  readonly skip: number;
  readonly wholePage: boolean;
}

export class SkipPages {
  readonly #doubt: (doubt: PagingDoubt) => void;
  /** The record with which the requested page should begin; `null` where pages do not overlap. */
  #overlap: string | null = null;
  /** The largest distance of the overlap from the page's beginning: a server that filters its pages sends fewer records than positions. */
  #slack = 0;
  #canOverlap = true;
  /** `back`: the reading looks for a known record. `again`: it reads forward to the point where it turned back. */
  #direction: 'forward' | 'back' | 'again' = 'forward';
  #distance = 0;
  #gapFoundIn = 0;
  #returns = 0;
  /** The position after the last one that was read. */
  #frontier = 0;
  /** The attempts that remain before a page without new records counts as the end; `null` while pages bring new ones. */
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

  /** Whether records between the last page and this one may have been missed. */
  #mayHaveGap({ skip, number, firstSeenIn }: SkipPage, at: number): boolean {
    if (skip === 0 || at >= 0) return false;
    // What was read since the gap opened may lie behind it.
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
   * Decides after a page without new records. The list has ended, unless the server counts in whole pages, counts records behind a filtered page,
   * or sent a page of one record although more follow: these cases are tried first, the last one only if no count confirms the end.
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
