/** The listings as cards with a large picture. Only the rows of cards in view are drawn. The arrow keys move from card to card. */
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ListingRow } from '../../../../shared/model/listing.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useListingNoun } from '../../../actions/use-listing-noun.ts';
import { PictureFrame, ScrollsFast } from '../../../ui/picture-frame.tsx';
import { useVirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { shortTitle } from '../field-names.ts';
import { ChangeMark } from '../table/change-mark.tsx';
import type { TableColumn } from '../table/column-choice.ts';
import { cellText, type RowFormat, type TableQuery, useListingRows } from '../table/use-listing-rows.ts';
import styles from './gallery.module.css';

const CARD_PX = 250;
const ROW_PX = 272;
const GAP_PX = 12;
/** The largest number of facts below a card's title. */
const MAX_FACTS = 4;

interface Props {
  query: TableQuery;
  count: number;
  columns: readonly TableColumn[];
  currencies: ReadonlyMap<string, string>;
  /** The width in pixels. */
  width: number;
  openId: string | null;
  onOpen: (id: string) => void;
}

export function ListingGallery({ query, count, columns, currencies, width, openId, onOpen }: Props) {
  const perRow = Math.max(1, Math.floor((width + GAP_PX) / (CARD_PX + GAP_PX)));
  const rows = useVirtualRows({ count: Math.ceil(count / perRow), rowHeight: ROW_PX, headHeight: 0 });
  const records = useListingRows(query, { count, first: rows.first * perRow, last: rows.last * perRow + perRow - 1 });
  const id = useId();
  const noun = useListingNoun();
  const [active, setActive] = useState(0);
  const focusWanted = useRef(false);
  // A passive effect could run after the next key, which would then act on the previous card.
  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const card = document.getElementById(`${id}-${active}`);
    if (!card) return;
    focusWanted.current = false;
    card.focus({ preventScroll: true });
  });
  const tabStop = Math.min(active, count - 1);
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: perRow,
      ArrowUp: -perRow,
      Home: -index,
      End: count - 1 - index,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, index + step));
    focusWanted.current = next !== index;
    setActive(next);
    rows.setActive(Math.floor(next / perRow));
    rows.scrollTo(Math.floor(next / perRow));
  };
  return (
    <>
      {records.error ? <ErrorNotice error={records.error} onRetry={records.retry} compact /> : null}
      <div ref={rows.scroller} className={styles.scroller} onScroll={rows.onScroll}>
        <ul className={styles.cards} aria-label={noun.title} style={{ height: rows.height }}>
          <ScrollsFast value={rows.isFlying}>
            {rows.drawn.flatMap(({ place }) =>
              Array.from({ length: Math.min(perRow, count - place.index * perRow) }, (_, at) => {
                const index = place.index * perRow + at;
                const loaded = records.rowAt(index);
                return (
                  <li
                    key={index}
                    aria-posinset={index + 1}
                    aria-setsize={count}
                    className={styles.card}
                    style={{
                      top: rows.offset + place.top,
                      left: `calc(${at} * (100% + ${GAP_PX}px) / ${perRow})`,
                      width: `calc((100% - ${(perRow - 1) * GAP_PX}px) / ${perRow})`,
                    }}
                  >
                    <button
                      id={`${id}-${index}`}
                      type="button"
                      className={styles.open}
                      tabIndex={index === tabStop ? 0 : -1}
                      aria-haspopup="dialog"
                      aria-current={openId !== null && loaded?.row.id === openId}
                      onFocus={() => setActive(index)}
                      onKeyDown={(event) => onKeyDown(event, index)}
                      onClick={() => loaded && onOpen(loaded.row.id)}
                    >
                      {loaded ? (
                        <Card row={loaded.row} format={{ columns, currencies, paths: loaded.query.columns }} />
                      ) : (
                        <span className="lk-unseen">Loading listing {index + 1}</span>
                      )}
                    </button>
                  </li>
                );
              }),
            )}
          </ScrollsFast>
        </ul>
      </div>
    </>
  );
}

function Card({ row, format }: { row: ListingRow; format: RowFormat }) {
  const facts = format.columns
    .filter(({ kind }) => kind !== 'identifier' && kind !== 'boolean')
    .flatMap((column) => {
      const text = cellText(row, column, format);
      const title = shortTitle(column.title);
      const named = column.kind === 'number' ? `${title} ${text}` : text;
      return text === '' ? [] : [{ path: column.path, title, text: named }];
    })
    .slice(0, MAX_FACTS);
  return (
    <>
      <PictureFrame src={row.picture?.src ?? null} alt="" ratio={5 / 3} width="100%" />
      <span className={styles.title}>{row.title}</span>
      <span className={styles.facts}>
        {facts.map(({ path, title, text }) => (
          <span key={path} title={title} className={styles.fact}>
            {text}
          </span>
        ))}
      </span>
      {row.change ? (
        <span className={styles.mark}>
          <ChangeMark change={row.change} />
        </span>
      ) : null}
    </>
  );
}
