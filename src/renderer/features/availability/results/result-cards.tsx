/** The results as a list and as a gallery. */
import { Button, Checkbox } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { SearchItem } from '../../../../shared/model/availability.ts';
import type { NotBookable } from '../../../../shared/model/booking-notes.ts';
import { NOT_BOOKABLE_HINT, NotBookableMark } from '../../../actions/not-bookable.tsx';
import { formatCount } from '../../../text/format.ts';
import { PictureFrame } from '../../../ui/picture-frame.tsx';
import styles from '../availability.module.css';
import { AVAILABLE } from './focus-results.ts';
import { Price } from './price.tsx';
import type { Quoted } from './quoted.ts';

export interface ResultActions {
  readonly onQuote: (listingId: string) => void;
  readonly onOpen: (item: SearchItem) => void;
  /** The ids of the listings that are chosen for quotes. */
  readonly chosen: ReadonlySet<string>;
  /** Chooses a result. With `isRange`, chooses all results from the previously chosen one to this one. */
  readonly onChoose: (item: SearchItem, isRange: boolean) => void;
  readonly onEnter: () => void;
  /** The refusals of earlier quotes, by listing id. */
  readonly notBookable: ReadonlyMap<string, NotBookable>;
}

export interface ResultsProps extends ResultActions {
  readonly items: readonly SearchItem[];
  readonly quotedOf: (item: SearchItem) => Quoted | undefined;
  /** The remark on all totals that stands above the results. */
  readonly said: string | null;
}

const LIST_PX = 74;
const CARD_PX = 316;
const CARD_MIN_PX = 230;

/** Writes the type and size of a listing: "Apartment · sleeps 4 · 2 bedrooms". Unknown facts are left out. */
export const sizeText = ({ type, accommodates, bedrooms }: SearchItem): string =>
  [
    type ?? '',
    accommodates === null ? '' : `sleeps ${accommodates}`,
    bedrooms === null ? '' : formatCount(bedrooms, 'bedroom'),
  ]
    .filter(Boolean)
    .join(' · ');

/** Moves the focus to the next or previous result's checkbox. A list draws some results beyond the view, so that this checkbox exists. */
function focusChoice(box: HTMLElement, by: 1 | -1): void {
  const boxes = [...(box.closest('ul')?.querySelectorAll<HTMLElement>('input[type="checkbox"]:not([disabled])') ?? [])];
  boxes[boxes.indexOf(box) + by]?.focus();
}

export function QuoteButton({
  item,
  chosen,
  onChoose,
  onEnter,
  onQuote,
  notBookable,
}: { item: SearchItem } & Pick<ResultActions, 'chosen' | 'onChoose' | 'onEnter' | 'onQuote' | 'notBookable'>) {
  const { listingId } = item;
  return (
    <span className={styles.pick}>
      <Checkbox
        size="xs"
        aria-label={`Choose ${item.title}`}
        aria-description="Shift chooses up to the last one. Enter asks for the quotes of all that are chosen."
        disabled={listingId === null}
        checked={listingId !== null && chosen.has(listingId)}
        onClick={(event) => {
          event.stopPropagation();
          onChoose(item, event.shiftKey);
        }}
        onChange={() => {}}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter();
          else if (event.key === 'ArrowDown') focusChoice(event.currentTarget, 1);
          else if (event.key === 'ArrowUp') focusChoice(event.currentTarget, -1);
          else return;
          event.preventDefault();
        }}
      />
      <Button
        size="compact-sm"
        flex="none"
        className={styles.pickQuote ?? ''}
        disabled={listingId === null}
        title={listingId === null ? 'It has no ID, so it cannot be quoted.' : undefined}
        aria-label={`Quote ${item.title}`}
        aria-description={notBookable.has(listingId ?? '') ? NOT_BOOKABLE_HINT : undefined}
        onClick={() => listingId !== null && onQuote(listingId)}
      >
        Quote
      </Button>
    </span>
  );
}

function Title({ item, index, onOpen }: { item: SearchItem; index: number; onOpen: (item: SearchItem) => void }) {
  return (
    <h3 className={styles.title} title={item.title}>
      <button
        type="button"
        id={`result-${index}`}
        className={styles.open}
        aria-haspopup="dialog"
        onClick={() => onOpen(item)}
      >
        {item.title}
      </button>
    </h3>
  );
}

export function ResultList({ items, quotedOf, said, onOpen, ...actions }: ResultsProps) {
  return (
    <VirtualCards
      items={items}
      height={LIST_PX}
      minWidth={null}
      cardOf={(item, index) => (
        <div className={styles.line}>
          <PictureFrame src={item.picture?.src ?? null} alt="" ratio={4 / 3} width={72} />
          <div className={styles.what}>
            <Title item={item} index={index} onOpen={onOpen} />
            <p className={styles.place}>{item.place}</p>
            <p className={styles.place}>{sizeText(item)}</p>
          </div>
          <NotBookableMark note={actions.notBookable.get(item.listingId ?? '')} />
          <Price item={item} quoted={quotedOf(item)} said={said} />
          <QuoteButton item={item} {...actions} />
        </div>
      )}
    />
  );
}

export function ResultGallery({ items, quotedOf, said, onOpen, ...actions }: ResultsProps) {
  return (
    <VirtualCards
      items={items}
      height={CARD_PX}
      minWidth={CARD_MIN_PX}
      cardOf={(item, index) => (
        <div className={styles.tile}>
          <PictureFrame src={item.picture?.src ?? null} alt="" ratio={16 / 10} />
          <div className={styles.what}>
            <Title item={item} index={index} onOpen={onOpen} />
            <p className={styles.place}>{[item.place, sizeText(item)].filter(Boolean).join(' · ')}</p>
          </div>
          <div className={styles.tileFoot}>
            <Price item={item} quoted={quotedOf(item)} said={said} brief />
            <NotBookableMark note={actions.notBookable.get(item.listingId ?? '')} brief />
            <QuoteButton item={item} {...actions} />
          </div>
        </div>
      )}
    />
  );
}

const GAP = 8;

interface VirtualCardsProps {
  items: readonly SearchItem[];
  /** The height of a card in pixels. */
  height: number;
  /** The minimum width of a card in pixels; null for a single column. */
  minWidth: number | null;
  cardOf: (item: SearchItem, index: number) => ReactNode;
}

/** A list of cards in columns, which draws only the cards in view. The whole page scrolls. */
function VirtualCards({ items, height, minWidth, cardOf }: VirtualCardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { ref, width } = useElementSize();
  const [margin, setMargin] = useState(0);
  const columns = minWidth === null ? 1 : Math.max(1, Math.floor((width + GAP) / (minWidth + GAP)));
  const virtual = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => height + GAP,
    overscan: 4,
    scrollMargin: margin,
    initialRect: { width: 1_000, height: 800 },
  });
  // The answer changes the height of what is above the list.
  useLayoutEffect(() => {
    const top = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const rows = virtual.getVirtualItems();
  const cards = rows.flatMap(({ index, start }) =>
    items
      .slice(index * columns, (index + 1) * columns)
      .map((item, column) => ({ item, at: index * columns + column, top: start - margin, column })),
  );
  return (
    <div ref={ref}>
      <ul ref={list} className={styles.cards} aria-label={AVAILABLE} style={{ height: virtual.getTotalSize() }}>
        {cards.map(({ item, at, top, column }) => (
          <li
            key={at}
            className={styles.card}
            aria-setsize={items.length}
            aria-posinset={at + 1}
            aria-labelledby={`result-${at}`}
            style={{
              height,
              width: `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`,
              transform: `translate(calc(${column * 100}% + ${column * GAP}px), ${top}px)`,
            }}
          >
            {cardOf(item, at)}
          </li>
        ))}
      </ul>
    </div>
  );
}
