/** The quotes of the connection, newest first, each with its state. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { formatCountdown, formatGuests, formatPlainRange } from '../../text/format.ts';
import { PictureFrame } from '../../ui/picture-frame.tsx';
import { useNow } from '../../ui/use-now.ts';
import { stateOf } from './quote-state.ts';
import { QuoteTag } from './quote-tag.tsx';
import styles from './quotes.module.css';

export function QuoteList({
  quotes,
  openId,
  face,
  onOpen,
  onNew,
}: {
  quotes: readonly Quote[];
  openId: string | null;
  face: ClockFace | undefined;
  onOpen: (id: string) => void;
  onNew: () => void;
}) {
  const now = useNow(face);
  return (
    <nav className={styles.side} aria-label="Quotes">
      <Button
        variant={openId === null ? 'light' : 'default'}
        fullWidth
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-current={openId === null ? 'page' : undefined}
        onClick={onNew}
      >
        New quote
      </Button>
      <ul className={styles.list}>
        {quotes.map((quote) => {
          const state = stateOf(quote, now);
          return (
            <li key={quote.id}>
              <button
                type="button"
                className={styles.entry}
                aria-current={quote.id === openId ? 'page' : undefined}
                onClick={() => onOpen(quote.id)}
              >
                <PictureFrame src={quote.picture?.src ?? null} alt="" ratio={1} width={46} />
                <span className={styles.entryText}>
                  <span className={styles.entryTitle}>{quote.listingTitle ?? quote.listingId}</span>
                  <span className={styles.entryAbout}>
                    {formatPlainRange(quote.checkIn, quote.checkOut)}, {formatGuests(quote.guests)}
                  </span>
                  <span className={styles.entryState}>
                    <QuoteTag state={state} />
                    {state === 'open' ? (
                      <span className="lk-num">{formatCountdown(quote.expiresAt - now)} left</span>
                    ) : quote.reservation?.confirmationCode ? (
                      <span className="lk-mono">{quote.reservation.confirmationCode}</span>
                    ) : null}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {quotes.length === 0 ? <p className={styles.none}>Quotes that you create are listed here.</p> : null}
    </nav>
  );
}
