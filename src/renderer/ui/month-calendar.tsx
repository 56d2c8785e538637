/** A month of a listing's calendar: the price of each free night, and the taken nights. It can also mark stays. */
import type { PlainDate } from '../../shared/model/primitives.ts';
import { dayNumber, daysInMonth, nightsBetween, plainDateOf, weekdayOf } from '../../shared/time/plain-date.ts';
import { formatMoney, formatMonth, formatPlainDate, formatShortMoney, formatWeekday } from '../text/format.ts';
import styles from './month-calendar.module.css';

/** The known data of a night. A field is null when it is unknown. */
export interface CalendarNight {
  readonly isFree: boolean | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly minNights: number | null;
  readonly noCheckIn: boolean | null;
}

export interface MarkedStay {
  readonly checkIn: PlainDate;
  readonly checkOut: PlainDate;
  readonly label: string;
}

export interface ChosenDays {
  readonly checkIn: PlainDate;
  readonly checkOut: PlainDate | null;
}

const SOME_MONDAY = '2024-01-01';
const WEEK = Array.from({ length: 7 }, (_, at) => plainDateOf(dayNumber(SOME_MONDAY) + at));

export function MonthCalendar({
  month,
  nights,
  today,
  marked = null,
  asked = null,
  chosen = null,
  onPick,
}: {
  /** The first day of the month. */
  month: PlainDate;
  /** The nights by day; a day that was not read is missing. */
  nights: ReadonlyMap<PlainDate, CalendarNight>;
  today: PlainDate;
  marked?: MarkedStay | null;
  /** The requested stay, which is not available. */
  asked?: Omit<MarkedStay, 'label'> | null;
  /** The days that a person chose; `checkOut` is null until the second day is chosen. */
  chosen?: ChosenDays | null;
  /** Chooses a day. With it, each day from today on is a button, which the Tab key skips, because a date field is beside the calendar. */
  onPick?: (day: PlainDate) => void;
}) {
  return (
    <table className={styles.month}>
      <caption>{formatMonth(month)}</caption>
      <thead>
        <tr>
          {WEEK.map((day) => (
            <th key={day} scope="col">
              {formatWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, at) =>
              day === null ? (
                <td key={at} />
              ) : (
                <Day
                  key={day}
                  day={day}
                  night={nights.get(day)}
                  isPast={day < today}
                  onPick={onPick}
                  {...{ marked, asked, chosen }}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: PlainDate;
  night: CalendarNight | undefined;
  isPast: boolean;
  marked: MarkedStay | null;
  asked: Omit<MarkedStay, 'label'> | null;
  chosen: ChosenDays | null;
  onPick: ((day: PlainDate) => void) | undefined;
}

function Day({ day, night, isPast, marked, asked, chosen, onPick }: DayProps) {
  const isMarked = marked !== null && day >= marked.checkIn && day < marked.checkOut;
  const isAsked = asked !== null && day >= asked.checkIn && day <= asked.checkOut;
  const isChosen = chosen !== null && day >= chosen.checkIn && day <= (chosen.checkOut ?? chosen.checkIn);
  const label = `${isMarked ? `, ${marked.label}` : ''}${isAsked ? ', asked for' : ''}${isChosen ? ', chosen' : ''}`;
  const state = !night || night.isFree === null ? 'unknown' : night.isFree ? 'free' : 'taken';
  const content = (
    <>
      <span className={styles.number} aria-hidden>
        {Number(day.slice(8))}
      </span>
      <span className={styles.price} aria-hidden>
        {night?.isFree === true && night.price !== null
          ? formatShortMoney({ amount: Math.round(night.price), currency: night.currency })
          : state === 'taken'
            ? '×'
            : state === 'free'
              ? 'free'
              : ''}
      </span>
      {night?.isFree === true && night.noCheckIn ? (
        <span className={styles.rule} aria-hidden>
          no check-in
        </span>
      ) : night?.isFree === true && (night.minNights ?? 1) > 1 ? (
        <span className={styles.rule} aria-hidden>
          min {night.minNights}
        </span>
      ) : null}
      <span className="lk-unseen">
        {formatPlainDate(day, 'dayMonth')}, {wordsOf(night)}
        {label}
      </span>
    </>
  );
  return (
    <td
      className={styles.day}
      data-state={state}
      data-past={isPast || undefined}
      data-marked={isMarked || undefined}
      data-asked={isAsked || undefined}
      data-chosen={isChosen || undefined}
      data-starts={(isMarked && day === marked.checkIn) || undefined}
      data-ends={(isMarked && nightsBetween(day, marked.checkOut) === 1) || undefined}
      title={`${formatPlainDate(day, 'long')}: ${wordsOf(night)}${label}`}
    >
      {onPick && !isPast ? (
        <button type="button" tabIndex={-1} className={styles.pick} onClick={() => onPick(day)}>
          {content}
        </button>
      ) : (
        content
      )}
    </td>
  );
}

function wordsOf(night: CalendarNight | undefined): string {
  if (!night) return 'not loaded yet';
  if (night.isFree === null) return 'unknown';
  if (!night.isFree) return 'taken';
  return [
    night.price === null ? 'free' : `free, ${formatMoney({ amount: night.price, currency: night.currency })}`,
    ...(night.noCheckIn ? ['no check-in this day'] : []),
    ...((night.minNights ?? 1) > 1 ? [`at least ${night.minNights} nights`] : []),
  ].join(', ');
}

/** The days of a month in weeks from Monday; `null` before the first and after the last day. */
function weeksOf(month: PlainDate): (PlainDate | null)[][] {
  const first = dayNumber(month);
  const [year = 0, number = 1] = month.split('-').map(Number);
  const before = (weekdayOf(month) + 6) % 7;
  const days = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: daysInMonth(year, number) }, (_, at) => plainDateOf(first + at)),
  ];
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => days[week * 7 + at] ?? null),
  );
}
