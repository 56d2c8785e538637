/** The week on paper, for the wall of those who clean: properties and changes by day, without a guest's name or number. */
import { createPortal } from 'react-dom';
import type { BoardDay, CalendarsStatus, ChangeKind, StayFacts } from '../../../../shared/model/calendars.ts';
import { nightsBetween } from '../../../../shared/time/plain-date.ts';
import { formatCount, formatPlainDate } from '../../../text/format.ts';
import styles from './today.module.css';

/** In the order of the work: what is cleaned for the same day comes first. */
const KINDS: readonly { kind: Exclude<ChangeKind, 'possible'>; text: string }[] = [
  { kind: 'turnover', text: 'Turnover' },
  { kind: 'departure', text: 'Departure' },
  { kind: 'arrival', text: 'Arrival' },
];

export function PrintedWeek({
  days,
  calendars,
}: {
  days: readonly BoardDay[];
  calendars: CalendarsStatus | undefined;
}) {
  // Beside the page, which is hidden on paper.
  return createPortal(
    <div className={styles.printed} aria-hidden>
      {calendars && calendars.read < calendars.homes ? (
        <p>
          By the calendars of {calendars.read} of {formatCount(calendars.homes, 'property', 'properties')}: the others
          are not read.
        </p>
      ) : null}
      {days.map((day) => (
        <section key={day.date}>
          <h2>{formatPlainDate(day.date, 'long')}</h2>
          {KINDS.every(({ kind }) => day[kind].count === 0) ? <p>No changes in these calendars.</p> : null}
          <table>
            <tbody>
              {KINDS.flatMap(({ kind, text }) => [
                ...day[kind].lines.map((line) => (
                  <tr key={`${kind} ${line.listingId}`}>
                    <td>{text}</td>
                    <td>{line.title}</td>
                    <td>{line.place}</td>
                    <td>{line.arriving ? nextText(line.arriving) : ''}</td>
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

function nextText({ checkIn, checkOut, isOneStay }: StayFacts): string {
  if (checkIn === null || checkOut === null) return 'new guests';
  const nights = formatCount(nightsBetween(checkIn, checkOut), 'night');
  return `new guests for ${isOneStay ? '' : 'up to '}${nights}`;
}
