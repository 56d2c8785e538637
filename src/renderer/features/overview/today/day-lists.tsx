/** The arrivals, departures and turnovers of one day. Each line leads to its property, or to the booking that was made in this app. */

import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { BoardDay, ChangeKind, DayLine, DayLines, StayFacts } from '../../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { groupedPhone } from '../../../../shared/text/phone.ts';
import { nightsBetween } from '../../../../shared/time/plain-date.ts';
import { useAsk } from '../../../ipc/client.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatCount, formatNumber, formatPlainDate } from '../../../text/format.ts';
import { fullNameOf } from '../../../text/guest-name.ts';
import { Tag } from '../../../ui/tag.tsx';
import styles from './today.module.css';

const SECTIONS = [
  { kind: 'arrival', title: 'Arrivals', none: 'Nobody arrives.' },
  { kind: 'departure', title: 'Departures', none: 'Nobody leaves.' },
  { kind: 'turnover', title: 'Turnovers', none: 'No property changes guests.' },
  { kind: 'staying', title: 'Staying', none: 'No guests stay on.' },
] as const satisfies readonly { kind: ChangeKind; title: string; none: string }[];

/** The number of lines that are drawn until a person asks for more. Guests who stay on are many and need no work. */
const AT_FIRST: { readonly [Kind in ChangeKind]?: number } = { staying: 5 };

/** Shows the arrivals and departures of a day. `isWhole`: every calendar is read, recent and of one unit, so that an empty list is certain. */
export function DayLists({ connectionId, day, isWhole }: { connectionId: string; day: BoardDay; isWhole: boolean }) {
  return (
    <div className={styles.lists}>
      {SECTIONS.map(({ kind, title, none }) => (
        <ChangeCard key={kind} title={title} count={day[kind].count}>
          {day[kind].count === 0 && !(kind === 'turnover' && day.possible.count > 0) ? (
            <p className={styles.none}>{isWhole ? none : 'None in the calendars loaded so far.'}</p>
          ) : null}
          <Lines key={day.date} connectionId={connectionId} lines={day[kind]} atFirst={AT_FIRST[kind]} />
          {kind === 'turnover' && day.possible.count > 0 ? (
            <details className={styles.possible}>
              <summary>
                {formatCount(day.possible.count, 'possible turnover')}: the calendar does not tell whether the same
                guests stay
              </summary>
              <Lines connectionId={connectionId} lines={day.possible} />
            </details>
          ) : null}
        </ChangeCard>
      ))}
    </div>
  );
}

function ChangeCard({ title, count, children }: { title: string; count: number; children: React.ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.cardTitle}>
        {title} <span className={styles.count}>{formatNumber(count)}</span>
      </h3>
      {children}
    </section>
  );
}

interface LinesProps {
  connectionId: string;
  lines: DayLines;
  atFirst?: number | undefined;
}

function Lines({ connectionId, lines: { count, lines }, atFirst = lines.length }: LinesProps) {
  const [isWhole, setWhole] = useState(lines.length <= atFirst);
  return (
    <>
      <ul className={styles.lines}>
        {lines.slice(0, isWhole ? undefined : atFirst).map((line) => (
          <Line key={keyOfLine(line)} connectionId={connectionId} line={line} />
        ))}
      </ul>
      {isWhole ? null : (
        <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
          Show all {formatNumber(lines.length)}
        </Button>
      )}
      {isWhole && count > lines.length ? (
        <p className={styles.none}>And {formatNumber(count - lines.length)} more.</p>
      ) : null}
    </>
  );
}

/** Returns the React key of a line. It includes the bookings, because a property with several units has several lines on one day. */
export const keyOfLine = ({ listingId, leaving, arriving }: DayLine): string =>
  [listingId, leaving?.quoteId, arriving?.quoteId].join(' ');

/** The texts that say how the calendar contradicts a booking of this app. */
export const DOUBTS = {
  free: 'The calendar shows nights of this stay as free',
  otherGuest: 'The calendar names another reservation',
} as const;

function Line({ connectionId, line }: { connectionId: string; line: DayLine }) {
  const { listingId, title, place, leaving, arriving } = line;
  const isSame = leaving !== null && arriving?.checkIn === leaving.checkIn && arriving.checkOut === leaving.checkOut;
  return (
    <li>
      <div className={styles.home}>
        <PageLink to="/listings" search={{ id: listingId }} size="sm" fw={600}>
          {title}
        </PageLink>
        {place === null ? null : <span className={styles.dim}>{place}</span>}
      </div>
      {isSame && arriving && arriving.quoteId === null ? (
        <p className={styles.stay}>{occupiedText(arriving)}</p>
      ) : isSame && arriving ? (
        <Stay connectionId={connectionId} stay={arriving} what={null} />
      ) : (
        <>
          {leaving ? <Stay connectionId={connectionId} stay={leaving} what={arriving ? 'Out' : null} /> : null}
          {arriving ? <Stay connectionId={connectionId} stay={arriving} what={leaving ? 'In' : null} /> : null}
        </>
      )}
    </li>
  );
}

function occupiedText({ checkIn, checkOut, isOneStay }: StayFacts): string {
  const since = checkIn === null ? '' : ` since ${formatPlainDate(checkIn, 'weekdayDay')}`;
  const until = checkOut === null ? '' : ` until ${formatPlainDate(checkOut, 'weekdayDay')}`;
  return `Guests${since}${until}${isOneStay ? '' : ', perhaps not the same all the time'}`;
}

function Stay({ connectionId, stay, what }: { connectionId: string; stay: StayFacts; what: string | null }) {
  const { state, quoteId, doubt } = stay;
  return (
    <div className={styles.stay}>
      <span>
        {what === null ? null : <strong>{what}: </strong>}
        {lengthText(stay)}
      </span>
      {state === 'reserved' ? <Tag tone="warn">Awaits approval</Tag> : null}
      {quoteId === null ? (
        <span className={styles.dim}>booked elsewhere</span>
      ) : (
        <OwnBooking connectionId={connectionId} quoteId={quoteId} />
      )}
      {doubt ? <Tag tone="bad">{DOUBTS[doubt]}</Tag> : null}
    </div>
  );
}

function lengthText({ checkIn, checkOut, isOneStay }: StayFacts): string {
  if (checkIn === null || checkOut === null) {
    if (checkOut !== null) return `until ${formatPlainDate(checkOut, 'weekdayDay')}`;
    return checkIn === null ? 'dates not known' : `from ${formatPlainDate(checkIn, 'weekdayDay')}`;
  }
  const nights = formatCount(nightsBetween(checkIn, checkOut), 'night');
  return `${isOneStay ? nights : `up to ${nights}`}, ${rangeText(checkIn, checkOut)}`;
}

const rangeText = (checkIn: PlainDate, checkOut: PlainDate): string =>
  `${formatPlainDate(checkIn, 'weekdayDay')} to ${formatPlainDate(checkOut, 'weekdayDay')}`;

/** The guest of a booking that was made in this app, with phone and note, and the way to it. */
function OwnBooking({ connectionId, quoteId }: { connectionId: string; quoteId: string }) {
  const guest = useAsk('guests', 'ofQuote', { connectionId, quoteId }).data;
  const note = useAsk('quotes', 'get', { connectionId, quoteId }).data?.annotation.note ?? '';
  const name = guest ? fullNameOf(guest) : '';
  return (
    <>
      <PageLink to="/quotes" search={{ id: quoteId }} size="sm" underline="always">
        {name === '' ? 'Booked here' : name}
      </PageLink>
      {guest && guest.phone !== '' ? <span className="lk-num">{groupedPhone(guest.phone)}</span> : null}
      {note === '' ? null : <span className={styles.guestNote}>{note}</span>}
    </>
  );
}
