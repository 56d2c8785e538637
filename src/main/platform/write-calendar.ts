/** Writes all-day events as an iCalendar file (RFC 5545), which calendars of phones and computers import. */
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { dayNumber, plainDateOf } from '../../shared/time/plain-date.ts';
import { writeFile } from './part-file.ts';

export interface CalendarEvent {
  /** The identifier of the event. It is the same in every file, so that an import updates the event. */
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  /** The days, as plain dates; `until` is the day after the last one. */
  readonly from: string;
  readonly until: string;
}

const MAX_OCTETS = 75;

/** Escapes a text as a value (RFC 5545 §3.3.11). */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');

/** Folds a line to at most 75 octets (RFC 5545 §3.1), never within a character. */
function folded(line: string): string {
  const lines = [''];
  for (const character of line) {
    const last = lines.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > MAX_OCTETS) lines.push(` ${character}`);
    else lines[lines.length - 1] = last + character;
  }
  return lines.join('\r\n');
}

const dateOf = (day: string): string => day.replaceAll('-', '');
const instantOf = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');

function calendarText(events: readonly CalendarEvent[], now: number): string {
  const lines = events.flatMap(({ uid, summary, description, from, until }) => [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${instantOf(now)}`,
    `DTSTART;VALUE=DATE:${dateOf(from)}`,
    `DTEND;VALUE=DATE:${dateOf(until)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Latchkey//Latchkey//EN', ...lines, 'END:VCALENDAR'];
  return `${all.map(folded).join('\r\n')}\r\n`;
}

export const nextDay = (day: string): string => plainDateOf(dayNumber(day) + 1);

/** Writes the events to a calendar file. Throws AppError `storageFailed`. */
export const writeCalendar = (path: string, events: readonly CalendarEvent[], now: number): Promise<WrittenFile> =>
  writeFile(path, async (file) => {
    await file.write(calendarText(events, now));
    return events.length;
  });
