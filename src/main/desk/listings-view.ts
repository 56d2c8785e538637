/** Reads the loaded listings for the renderer: a window of the filtered and sorted table, its facets, cells to copy, and a file of the table. */
import type { CopiedRows } from '../../shared/model/copied-rows.ts';
import type { Column } from '../../shared/model/field.ts';
import type {
  Facet,
  ListingRow,
  ListingRows,
  ListingSort,
  ListingsCopy,
  ListingsExport,
  ListingsFilter,
  ListingsQuery,
  ListingsStatus,
} from '../../shared/model/listing.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { currencyPathOf } from '../../shared/money/currency-path.ts';
import { columnKindOf } from '../../shared/text/workbook-cell.ts';
import { summarise } from '../api/describe-record.ts';
import { readPath } from '../api/read-json.ts';
import { ClipboardTable, type CopiedTable } from '../platform/csv/clipboard-table.ts';
import type { TableColumn, TableFile } from '../platform/csv/table.ts';
import { writeTable } from '../platform/csv/write-table.ts';
import { ROWS_PER_TURN, timeSlices } from '../platform/next-turn.ts';
import type { LoadedListings } from './loaded-listings.ts';
import type { PictureCache } from './pictures/picture-cache.ts';
import type { SortKey } from './record-table.ts';

interface ViewSource {
  readonly shown: LoadedListings;
  readonly status: ListingsStatus;
}

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

export function countFacets(shown: LoadedListings, { search, facets = {}, changed = false }: ListingsFilter): Facet[] {
  const found = shown.table.find(search);
  const filter = shown.filter({}, changed);
  return shown.facets.count(filter === null ? found : found.filter(filter.accepts), facets);
}

export function findListings(shown: LoadedListings, { search, facets = {}, changed = false }: ListingsFilter) {
  const filter = shown.filter(facets, changed);
  if (search === '' && filter === null) return [...shown.summaries];
  return shown.table
    .find(search)
    .filter((position) => filter === null || filter.accepts(position))
    .flatMap((position) => shown.summary(summarise(shown.table.records[position] ?? null).id ?? '') ?? []);
}

/** Writes the view to a file; with `view.whole`, all listings with all fields. Throws AppError `storageFailed`. */
export function writeView(source: ViewSource, view: ListingsExport, file: TableFile): Promise<WrittenFile> {
  const { table } = source.shown;
  const columns = view.whole ? source.status.columns.map(({ path }) => path) : view.columns;
  const order = view.whole ? source.shown.records.map((_, position) => position) : orderOf(source, view);
  function* batches(): Generator<Json[][]> {
    for (let from = 0; from < order.length; from += ROWS_PER_TURN)
      yield order
        .slice(from, from + ROWS_PER_TURN)
        .map((position) => cellsOf(table.records[position], columns, !view.whole));
  }
  return writeTable(file, columnsOf(source.status, columns, view.whole ? null : view.titleHead), batches());
}

/** Formats rows of a view for the clipboard, until it is full. Other work runs between the steps. */
export async function copyCells({ shown, status }: ViewSource, copy: ListingsCopy): Promise<CopiedRows & CopiedTable> {
  const { columns, titleHead, headed, offset, count } = copy;
  const { records } = shown.table;
  const wanted = orderOf({ shown, status }, copy).slice(offset, offset + count);
  const table = new ClipboardTable();
  if (headed) table.add(columnsOf(status, columns, titleHead).map(({ title }) => title));
  const nextSlice = timeSlices();
  let rows = 0;
  while (rows < wanted.length) {
    const position = wanted[rows] ?? -1;
    if (!table.add(cellsOf(records[position], columns, titleHead !== null))) break;
    rows += 1;
    await nextSlice();
  }
  return { rows, wanted: wanted.length, ...table.finish() };
}

function columnsOf({ columns }: ListingsStatus, paths: readonly string[], titleHead: string | null): TableColumn[] {
  const known = new Map(columns.map(({ path, title, kind }) => [path, { title, kind: columnKindOf(kind) }]));
  return [
    ...(titleHead === null ? [] : [{ title: titleHead }]),
    ...paths.map((path) => known.get(path) ?? { title: path }),
  ];
}

function cellsOf(record: Json = null, columns: readonly string[], titled: boolean): Json[] {
  const cells = columns.map((path) => readPath(record, path) ?? null);
  return titled ? [summarise(record).title, ...cells] : cells;
}

function orderOf({ shown, status }: ViewSource, view: Omit<ListingsQuery, 'offset' | 'limit'>) {
  return shown.table.order({
    search: view.search,
    sort: sortKeysOf(view.sort, status.columns),
    filter: shown.filter(view.facets ?? {}, view.changed ?? false),
  });
}

/** The columns to sort by; a money column has the path of its currency too. */
function sortKeysOf(sort: readonly ListingSort[], columns: readonly Column[]): SortKey[] {
  const paths = new Set(columns.map(({ path }) => path));
  const amounts = new Set(columns.filter(({ kind }) => kind === 'money').map(({ path }) => path));
  return sort.map(({ path, descending }) => ({
    path,
    currencyPath: amounts.has(path) ? currencyPathOf(path, paths) : null,
    descending,
  }));
}
