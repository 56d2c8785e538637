/** A list of cards in columns, which draws only the cards in view. The whole page scrolls. */
import { useElementSize } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from '../availability.module.css';

const GAP = 8;

export function VirtualCards({
  count,
  label,
  height,
  minWidth,
  cardOf,
}: {
  count: number;
  label: string;
  /** The height of a card in pixels. */
  height: number;
  /** The minimum width of a card in pixels; null for a single column. */
  minWidth: number | null;
  cardOf: (index: number) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const { ref, width } = useElementSize();
  const [margin, setMargin] = useState(0);
  const columns = minWidth === null ? 1 : Math.max(1, Math.floor((width + GAP) / (minWidth + GAP)));
  const virtual = useWindowVirtualizer({
    count: Math.ceil(count / columns),
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
  const indexes = rows.flatMap(({ index, start }) =>
    Array.from({ length: columns }, (_, column) => ({ at: index * columns + column, top: start - margin, column })),
  );
  return (
    <div ref={ref}>
      <ul ref={list} className={styles.cards} aria-label={label} style={{ height: virtual.getTotalSize() }}>
        {indexes
          .filter(({ at }) => at < count)
          .map(({ at, top, column }) => (
            <li
              key={at}
              className={styles.card}
              aria-setsize={count}
              aria-posinset={at + 1}
              aria-labelledby={`result-${at}`}
              style={{
                height,
                width: `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`,
                transform: `translate(calc(${column * 100}% + ${column * GAP}px), ${top}px)`,
              }}
            >
              {cardOf(at)}
            </li>
          ))}
      </ul>
    </div>
  );
}
