/** The parts of a table to write to a file: its columns, its rows in batches, and the file. */
import type { Json } from '../../../shared/model/primitives.ts';
import type { TableFormat } from '../../../shared/model/table-format.ts';
import type { ColumnKind } from '../../../shared/text/workbook-cell.ts';

/** A file to write: its path and its format. */
export interface TableFile {
  readonly path: string;
  readonly format: TableFormat;
}

export interface TableColumn {
  readonly title: string;
  /** How a workbook shows the cells; `text` by default. A CSV file has texts only. */
  readonly kind?: ColumnKind;
}

export type TableBatches = Iterable<readonly (readonly Json[])[]> | AsyncIterable<readonly (readonly Json[])[]>;
