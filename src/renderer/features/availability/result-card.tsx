/** One available listing: facts, price, raw record, and a button that opens a quote. */
import { Button, Collapse } from '@mantine/core';
import { IconBed, IconChevronDown, IconMapPin, IconUsers } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { SearchItem } from '../../../shared/model/availability.ts';
import { FieldValue } from '../../actions/field-value.tsx';
import { JsonView } from '../../actions/json-view.tsx';
import { priced } from '../../text/currency.ts';
import { formatCount, formatMoney } from '../../text/format.ts';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { PictureFrame } from '../../ui/picture-frame.tsx';
import styles from './availability.module.css';

/** The basis of a price as text: "sum of 5 nightly rates"; empty without one. */
export function basisText({ basis, nights }: Pick<SearchItem, 'basis' | 'nights'>): string {
  if (basis === 'nightlyRates')
    return `sum of ${nights === null ? 'the' : nights} nightly ${nights === 1 ? 'rate' : 'rates'}`;
  if (basis === 'basePrice') return 'from the base price, without fees';
  return basis === 'inferred' ? 'inferred from the response' : '';
}

export function ResultCard({ item, onQuote }: { item: SearchItem; onQuote: (listingId: string) => void }) {
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const detailsId = useId();
  const { listingId } = item;
  return (
    <li className={styles.card} aria-labelledby={titleId}>
      <div className={styles.cardMain}>
        <PictureFrame src={item.picture?.src ?? null} alt="" ratio={4 / 3} width={124} />
        <div className={styles.what}>
          <h3 id={titleId} className={styles.title}>
            {item.title}
          </h3>
          {item.place ? (
            <p className={styles.place}>
              <IconMapPin size={14} aria-hidden /> {item.place}
            </p>
          ) : null}
          <p className={styles.size}>
            {item.accommodates === null ? null : (
              <span>
                <IconUsers size={14} aria-hidden /> {formatCount(item.accommodates, 'guest')}
              </span>
            )}
            {item.bedrooms === null ? null : (
              <span>
                <IconBed size={14} aria-hidden /> {formatCount(item.bedrooms, 'bedroom')}
              </span>
            )}
          </p>
          <button
            type="button"
            className={styles.more}
            aria-expanded={open}
            aria-controls={detailsId}
            data-open={open || undefined}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={14} aria-hidden /> Facts and JSON
          </button>
        </div>
        <div className={styles.price}>
          <Price item={item} />
          <Button
            size="xs"
            disabled={listingId === null}
            title={listingId === null ? 'The response contains no listing ID.' : undefined}
            aria-label={`Quote ${item.title}`}
            onClick={() => listingId !== null && onQuote(listingId)}
          >
            Quote
          </Button>
        </div>
      </div>
      <Collapse expanded={open} id={detailsId}>
        {open ? (
          <div className={styles.whole}>
            <KeyValueGrid
              entries={priced(item.facts).map((fact) => ({
                key: fact.path,
                name: fact.title,
                value: <FieldValue kind={fact.kind} value={fact.value} />,
              }))}
            />
            <JsonView value={item.raw} label="As the service sent it" maxHeight={320} />
          </div>
        ) : null}
      </Collapse>
    </li>
  );
}

function Price({ item }: { item: SearchItem }) {
  const { total, perNight, nights } = item;
  if (total === null && perNight === null) return <p className={styles.basis}>No price in the response</p>;
  return (
    <div>
      {total ? (
        <>
          <p className={`${styles.total} lk-num`}>{formatMoney(total)}</p>
          <p className={styles.basis}>
            {nights === null ? 'for the stay' : formatCount(nights, 'night')}
            {item.basis ? `, ${basisText(item)}` : ''}
          </p>
        </>
      ) : null}
      {perNight ? (
        <p className={total ? styles.basis : ''}>
          <span className={total ? 'lk-num' : `${styles.total} lk-num`}>{formatMoney(perNight)}</span>
          {total ? ' a night' : <span className={styles.basis}> a night</span>}
        </p>
      ) : null}
    </div>
  );
}
