/** A row of the table of listings. It is rendered again only when its props change. */
import { type KeyboardEvent, memo } from 'react';
import type { ListingRow as Row } from '../../../../shared/model/listing.ts';
import type { Json } from '../../../../shared/model/primitives.ts';
import { FieldValue } from '../../../actions/field-value.tsx';
import { withCurrency } from '../../../text/currency.ts';
import { PictureFrame } from '../../../ui/picture-frame.tsx';
import { LoadingCell, SelectableCell } from '../../../ui/virtual-table/cells.tsx';
import type { CellMarks } from '../../../ui/virtual-table/use-table-cells.ts';
import type { RowPlace } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import { ChangeMark } from './change-mark.tsx';
import type { TableColumn } from './column-choice.ts';
import { isNumeric } from './listing-columns.ts';
import type { Pins } from './pins.ts';

export const ListingRow = memo(function ListingRow({
  row,
  paths,
  columns,
  currencies,
  pins,
  cursor,
  firstSelected,
  lastSelected,
  isOpen,
  onOpen,
  onKey,
  ...place
}: RowPlace &
  CellMarks & {
    /** Null while the row loads. */
    row: Row | null;
    paths: readonly string[];
    columns: readonly TableColumn[];
    currencies: ReadonlyMap<string, string>;
    pins: Pins;
    isOpen: boolean;
    onOpen: (index: number, id: string | null) => void;
    onKey: (event: KeyboardEvent, index: number) => void;
  }) {
  const valueAt = (path: string | undefined): Json =>
    path === undefined ? null : (row?.cells[paths.indexOf(path)] ?? null);
  // The cells of a newly chosen column are not read yet.
  const isRead = (path: string) => row !== null && paths.includes(path);
  const marks = { cursor, firstSelected, lastSelected };
  const open = () => onOpen(place.index, row?.id ?? null);
  return (
    <VirtualRow {...place} open={isOpen} onClick={open}>
      <SelectableCell at={0} marks={marks}>
        <PictureFrame src={row?.picture?.src ?? null} alt="" ratio={4 / 3} width={48} />
        <RowButton
          {...place}
          aria-current={isOpen}
          title={row?.title}
          onClick={open}
          onKeyDown={(event) => onKey(event, place.index)}
        >
          {row?.title ?? null}
        </RowButton>
        {row?.change ? <ChangeMark change={row.change} /> : null}
      </SelectableCell>
      {columns.map(({ path, kind }, at) => (
        <SelectableCell
          key={path}
          at={at + 1}
          marks={marks}
          numeric={isNumeric(kind)}
          style={pins.get(path)}
          data-pinned={pins.has(path) || undefined}
        >
          {isRead(path) ? (
            <FieldValue kind={kind} value={withCurrency(valueAt(path), valueAt(currencies.get(path)))} />
          ) : (
            <LoadingCell />
          )}
        </SelectableCell>
      ))}
    </VirtualRow>
  );
});
