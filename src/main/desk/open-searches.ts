/** The searches whose further pages may be requested, each with its pager. In memory, bounded. */
import { AppError } from '../../shared/app-error.ts';
import type { SearchPage } from '../../shared/model/availability.ts';
import type { ApiAnswer } from '../api/api-client.ts';
import { Pager } from '../api/pager.ts';
import { putLast } from '../platform/put-last.ts';

const MAX_SEARCHES = 20;

export class OpenSearch {
  readonly pager = new Pager();
  /** The latest answer of the service. */
  answer: ApiAnswer | null = null;
  readonly #id: number;
  #number = 0;
  /** The last page with the cursor of its request; a page that did not reach the renderer is returned from here, without another request. */
  #last: { readonly cursor: string; readonly page: SearchPage } | null = null;

  constructor(id: number) {
    this.#id = id;
  }

  /** The renderer's cursor for the next page. */
  get cursor(): string {
    return `${this.#id}.${this.#number}`;
  }

  /** The page that was already read with this cursor. */
  page(cursor: string): SearchPage | undefined {
    return this.#last?.cursor === cursor ? this.#last.page : undefined;
  }

  /** Stores the page that was read with {@link cursor}, which then names the next page. */
  keep(build: (nextCursor: string | null) => SearchPage): SearchPage {
    const { cursor } = this;
    this.#number += 1;
    const page = build(this.pager.next === null ? null : this.cursor);
    this.#last = { cursor, page };
    return page;
  }
}

export class OpenSearches {
  readonly #byId = new Map<number, OpenSearch>();
  #lastId = 0;

  begin(): OpenSearch {
    this.#lastId += 1;
    const search = new OpenSearch(this.#lastId);
    putLast(this.#byId, this.#lastId, search, MAX_SEARCHES);
    return search;
  }

  /** The search of a cursor. Throws AppError `notFound` when it is no longer open. */
  find(cursor: string): OpenSearch {
    const search = this.#byId.get(Number(cursor.split('.')[0]));
    if (!search || (search.cursor !== cursor && !search.page(cursor)))
      throw new AppError('notFound', { what: 'The next page of this search' });
    return search;
  }
}
