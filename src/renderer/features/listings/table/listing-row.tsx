/** One row of the listings table. It is drawn again only when its place or its record changes. */
import { memo } from 'react';
import type { Column } from '../../../../shared/model/field.ts';
import type { ListingRow as Row } from '../../../../shared/model/listing.ts';
import type { Json } from '../../../../shared/model/primitives.ts';
import { FieldValue } from '../../../actions/field-value.tsx';
import { withCurrency } from '../../../text/currency.ts';
import { PictureFrame } from '../../../ui/picture-frame.tsx';
import { Cell, LoadingCell } from '../../../ui/virtual-table/cells.tsx';
import type { RowPlace } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { RowButton, VirtualRow } from '../../../ui/virtual-table/virtual-row.tsx';
import { isNumeric } from './listing-columns.ts';

export const ListingRow = memo(function ListingRow({
  row,
  paths,
  columns,
  currencies,
  isOpen,
  onOpen,
  onMove,
  ...place
}: RowPlace & {
  /** Null while the row loads. */
  row: Row | null;
  /** The paths of the row's cells. */
  paths: readonly string[];
  columns: readonly Column[];
  /** Path of the currency by path of the amount. */
  currencies: ReadonlyMap<string, string>;
  isOpen: boolean;
  onOpen: (index: number, id: string | null) => void;
  /** Moves the tab stop by a key; null for other keys. */
  onMove: (key: string, from: number) => number | null;
}) {
  const valueAt = (path: string | undefined): Json =>
    path === undefined ? null : (row?.cells[paths.indexOf(path)] ?? null);
  const open = () => onOpen(place.index, row?.id ?? null);
  return (
    <VirtualRow {...place} open={isOpen} onClick={open}>
      <Cell>
        <PictureFrame src={row?.picture?.src ?? null} alt="" ratio={4 / 3} width={48} />
        <RowButton
          {...place}
          aria-current={isOpen}
          title={row?.title}
          onClick={open}
          onKeyDown={(event) => onMove(event.key, place.index) !== null && event.preventDefault()}
        >
          {row?.title ?? null}
        </RowButton>
      </Cell>
      {columns.map(({ path, kind }) => (
        <Cell key={path} numeric={isNumeric(kind)}>
          {row ? (
            <FieldValue kind={kind} value={withCurrency(valueAt(path), valueAt(currencies.get(path)))} />
          ) : (
            <LoadingCell />
          )}
        </Cell>
      ))}
    </VirtualRow>
  );
});
