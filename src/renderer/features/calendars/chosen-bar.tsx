/** The bar below the grid: the night of the cursor in words, or the chosen nights as a stay with its price and the way to a quote. */
import { useNavigate } from '@tanstack/react-router';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { addDays, dayNumber, nightsBetween } from '../../../shared/time/plain-date.ts';
import { stayFinder, useNights } from '../../actions/nights.tsx';
import { formatCount, formatMoney, formatPlainRange } from '../../text/format.ts';
import { whyNot } from '../../text/why-not-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconReceipt2 } from '../../ui/icons.ts';
import type { ChosenNights } from './calendar-grid.tsx';
import styles from './calendars.module.css';

export function ChosenBar({ connectionId, chosen }: { connectionId: string; chosen: ChosenNights | null }) {
  return (
    <div className={styles.chosen}>
      {chosen === null ? (
        <p className={styles.hint}>Choose free nights of a property by dragging, or with Shift and the arrow keys.</p>
      ) : chosen.isBlock ? (
        <Stay
          connectionId={connectionId}
          listingId={chosen.row.listingId}
          title={chosen.row.title}
          checkIn={chosen.first}
          checkOut={addDays(chosen.last, 1)}
        />
      ) : (
        <p role="status" title={`${chosen.row.title}, ${chosen.text}`}>
          <strong>{chosen.row.title}</strong>, {chosen.text}
        </p>
      )}
    </div>
  );
}

interface StayProps {
  connectionId: string;
  listingId: string;
  title: string;
  checkIn: PlainDate;
  checkOut: PlainDate;
}

function Stay({ connectionId, listingId, title, checkIn, checkOut }: StayProps) {
  const navigate = useNavigate();
  const query = { connectionId, applicationId: null, listingId, from: checkIn, until: checkOut };
  const { byDay, known } = useNights(query);
  const nights = nightsBetween(checkIn, checkOut);
  const offer = stayFinder(byDay, { from: checkIn, until: checkOut, nights }).offer(dayNumber(checkIn));
  const problem = whyNot(offer, { checkIn, checkOut }, byDay);
  const { total, currency } = offer;
  const price =
    total === null ? 'free, price unknown' : `${formatMoney({ amount: total, currency })} before fees and taxes`;
  const state = offer.state === 'free' ? price : (problem ?? 'not all of these nights are known.');
  return (
    <>
      <p role="status">
        <strong>{title}</strong>, {formatPlainRange(checkIn, checkOut)}, {formatCount(nights, 'night')}:{' '}
        {known.data ? state : '…'}
      </p>
      <IconButton
        Icon={IconReceipt2}
        variant="filled"
        size="compact-sm"
        disabled={offer.state !== 'free'}
        onClick={() => void navigate({ to: '/quotes', search: { listingId, checkIn, checkOut } })}
      >
        Quote these dates
      </IconButton>
    </>
  );
}
