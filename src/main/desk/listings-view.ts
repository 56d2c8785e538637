/** The views of loaded listings: a window of the filtered and sorted table, the counts of its facets, a CSV file of it. */
import { currencyPathOf } from '../../shared/currency-path.ts';
import type { Column } from '../../shared/model/field.ts';
import type {
  Facet,
  ListingRow,
  ListingRows,
  ListingSort,
  ListingsExport,
  ListingsFilter,
  ListingsQuery,
  ListingsStatus,
} from '../../shared/model/listing.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { summarise } from '../api/describe-record.ts';
import { readPath } from '../api/read-json.ts';
import { writeCsv } from '../platform/csv/write-csv.ts';
import type { LoadedListings } from './loaded-listings.ts';
import type { PictureCache } from './picture-cache.ts';
import type { SortKey } from './record-table.ts';

/** Rows that are written to a file between two turns of the event loop. */
const CSV_BATCH = 500;

/** The listings of the table and what is known about them. */
interface ViewSource {
  readonly shown: LoadedListings;
  readonly status: ListingsStatus;
}

/** One window of the filtered and sorted table. */
export function readRows(source: ViewSource, query: ListingsQuery, pictures: PictureCache): ListingRows {
  const { table } = source.shown;
  const order = orderOf(source, query);
  const rows = order.slice(query.offset, query.offset + query.limit).map((position): ListingRow => {
    const record = table.records[position] ?? null;
    const summary = summarise(record);
    const picture = summary.pictures[0];
    return {
      id: summary.id ?? `#${position}`,
      title: summary.title,
      picture: picture ? pictures.reference(query.connectionId, picture.thumbnail, picture.caption) : null,
      cells: query.columns.map((path) => readPath(record, path) ?? null),
      change: (summary.id !== null && source.shown.changes?.get(summary.id)) || null,
    };
  });
  return {
    revision: source.status.revision,
    total: source.shown.count,
    matched: order.length,
    offset: query.offset,
    rows,
  };
}

/** The facets of the listings that a filter leaves. */
export function countFacets(shown: LoadedListings, { search, facets = {}, changed = false }: ListingsFilter): Facet[] {
  const found = shown.table.find(search);
  const filter = shown.filter({}, changed);
  return shown.facets.count(filter === null ? found : found.filter(filter.accepts), facets);
}

/** Writes the view, or all listings with all fields. Throws AppError `storageFailed`. */
export function writeView(source: ViewSource, view: ListingsExport, path: string): Promise<WrittenFile> {
  const { table } = source.shown;
  const titles = new Map(source.status.columns.map((column) => [column.path, column.title]));
  const columns = view.whole ? [...titles.keys()] : view.columns;
  const order = view.whole ? source.shown.records.map((_, position) => position) : orderOf(source, view);
  function* batches(): Generator<Json[][]> {
    for (let from = 0; from < order.length; from += CSV_BATCH)
      yield order.slice(from, from + CSV_BATCH).map((position) => {
        const record = table.records[position] ?? null;
        const cells = columns.map((column) => readPath(record, column) ?? null);
        return view.whole ? cells : [summarise(record).title, ...cells];
      });
  }
  const heads = columns.map((column) => titles.get(column) ?? column);
  return writeCsv(path, view.whole ? heads : ['Listing', ...heads], batches());
}

/** The positions of the rows of a view, in its order. */
function orderOf({ shown, status }: ViewSource, view: Omit<ListingsQuery, 'offset' | 'limit'>) {
  return shown.table.order({
    search: view.search,
    sort: sortKeysOf(view.sort, status.columns),
    filter: shown.filter(view.facets ?? {}, view.changed ?? false),
  });
}

/** The columns to sort by, each column of amounts with the field of its currency. */
function sortKeysOf(sort: readonly ListingSort[], columns: readonly Column[]): SortKey[] {
  const paths = new Set(columns.map(({ path }) => path));
  const amounts = new Set(columns.filter(({ kind }) => kind === 'money').map(({ path }) => path));
  return sort.map(({ path, descending }) => ({
    path,
    currencyPath: amounts.has(path) ? currencyPathOf(path, paths) : null,
    descending,
  }));
}
