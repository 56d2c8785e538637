/** The printed week for the cleaners: properties and changes of guests by day, without a guest's name or number. */
import { createPortal } from 'react-dom';
import type { BoardDay, CalendarsStatus, ChangeKind, DayLine, StayFacts } from '../../../../shared/model/calendars.ts';
import { nightsBetween } from '../../../../shared/time/plain-date.ts';
import { formatCount, formatInstant, formatPlainDate } from '../../../text/format.ts';
import { DOUBTS, keyOfLine } from './day-lists.tsx';
import styles from './today.module.css';

/** The kinds of changes in the order of the work: a turnover, which is cleaned for the same day, comes first. */
const KINDS: readonly { kind: Exclude<ChangeKind, 'possible' | 'staying'>; text: string }[] = [
  { kind: 'turnover', text: 'Turnover' },
  { kind: 'departure', text: 'Departure' },
  { kind: 'arrival', text: 'Arrival' },
];

export const UNITS_NOTE =
  'Of properties with several units, only bookings made in this app are shown: their calendars do not tell stays apart.';

export function PrintedWeek({
  days,
  severalUnits,
  calendars,
}: {
  days: readonly BoardDay[];
  severalUnits: number;
  calendars: CalendarsStatus | undefined;
}) {
  // Beside the page, which is hidden on paper.
  return createPortal(
    <div className={styles.printed} aria-hidden>
      {calendars && calendars.read < calendars.homes ? (
        <p>
          By the calendars of {calendars.read} of {formatCount(calendars.homes, 'property', 'properties')}: the others
          are not loaded.
        </p>
      ) : null}
      {calendars && calendars.oldestAt !== null ? (
        <p>The oldest calendar was loaded on {formatInstant(calendars.oldestAt, { style: 'long' })}.</p>
      ) : null}
      {severalUnits > 0 ? <p>{UNITS_NOTE}</p> : null}
      {days.map((day) => (
        <section key={day.date}>
          <h2>{formatPlainDate(day.date, 'long')}</h2>
          {day.possible.count === 0 && KINDS.every(({ kind }) => day[kind].count === 0) ? (
            <p>No changes in these calendars.</p>
          ) : null}
          <table>
            <tbody>
              {KINDS.flatMap(({ kind, text }) => [
                ...day[kind].lines.map((line) => (
                  <tr key={`${kind} ${keyOfLine(line)}`}>
                    <td>{text}</td>
                    <td>{line.title}</td>
                    <td>{line.place}</td>
                    <td>{changeText(line)}</td>
                    <td className={styles.box} />
                  </tr>
                )),
                ...(day[kind].count > day[kind].lines.length
                  ? [
                      <tr key={`${kind} more`}>
                        <td>{text}</td>
                        <td colSpan={4}>
                          {formatCount(day[kind].count - day[kind].lines.length, 'more property', 'more properties')}
                        </td>
                      </tr>,
                    ]
                  : []),
              ])}
            </tbody>
          </table>
          {day.possible.count > 0 ? (
            <p>
              The calendar does not tell whether guests change in{' '}
              {day.possible.lines.map(({ title }) => title).join('; ')}
              {day.possible.count > day.possible.lines.length
                ? `; and ${formatCount(day.possible.count - day.possible.lines.length, 'more property', 'more properties')}`
                : ''}
              .
            </p>
          ) : null}
        </section>
      ))}
    </div>,
    document.body,
  );
}

/** Says how long the next guests stay, and what makes the change uncertain. */
function changeText({ leaving, arriving }: DayLine): string {
  const doubts = [leaving, arriving].flatMap((stay) => stay?.doubt ?? []).map((doubt) => DOUBTS[doubt]);
  return [...(arriving ? [nextText(arriving)] : []), ...new Set(doubts)].join('. ');
}

function nextText({ checkIn, checkOut, isOneStay, state }: StayFacts): string {
  const approval = state === 'reserved' ? ', awaits approval' : '';
  if (checkIn === null || checkOut === null) return `new guests${approval}`;
  const nights = formatCount(nightsBetween(checkIn, checkOut), 'night');
  return `new guests for ${isOneStay ? '' : 'up to '}${nights}${approval}`;
}
