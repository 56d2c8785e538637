/** A table to be written to a file. */
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
  /** How a workbook shows the cells; CSV has texts only. Texts by default. */
  readonly kind?: ColumnKind;
}

export type TableBatches = Iterable<readonly (readonly Json[])[]> | AsyncIterable<readonly (readonly Json[])[]>;
