/** The next days as buttons, each with the number of its arrivals, departures and turnovers. */
import type { BoardDay } from '../../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { addDays } from '../../../../shared/time/plain-date.ts';
import { formatCount, formatNumber, formatPlainDate } from '../../../text/format.ts';
import styles from './today.module.css';

interface DayStripProps {
  days: readonly BoardDay[];
  today: PlainDate;
  chosen: PlainDate | null;
  onChoose: (day: PlainDate) => void;
}

export function DayStrip({ days, today, chosen, onChoose }: DayStripProps) {
  return (
    <fieldset className={styles.strip}>
      <legend className="lk-unseen">Day</legend>
      {days.map(({ date, arrival, departure, turnover }) => (
        <button
          key={date}
          type="button"
          className={styles.day}
          aria-pressed={date === chosen}
          onClick={() => onChoose(date)}
        >
          <span className={styles.dayName}>{nameOf(date, today)}</span>
          <span className={styles.counts}>
            <span className="lk-unseen">
              {formatCount(arrival.count, 'arrival')}, {formatCount(departure.count, 'departure')},{' '}
              {formatCount(turnover.count, 'turnover')}
            </span>
            <span aria-hidden>
              {formatNumber(arrival.count + turnover.count)} in · {formatNumber(departure.count + turnover.count)} out
            </span>
          </span>
        </button>
      ))}
    </fieldset>
  );
}

function nameOf(date: PlainDate, today: PlainDate): string {
  if (date === today) return 'Today';
  return date === addDays(today, 1) ? 'Tomorrow' : formatPlainDate(date, 'weekdayDay');
}
