/** The board: reads windows of a connection's filtered, sorted and grouped quotes with their counts, and writes them to a file. */

import { isAppError } from '../../shared/app-error.ts';
import type { Guest } from '../../shared/model/quote.ts';
import type { BoardFilter, BoardQuery, BoardRow, BoardRows, DueQuotes } from '../../shared/model/quote-board.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { QuoteState, quoteStateOf, STATE_NAMES } from '../../shared/quote/quote-state.ts';
import { phoneSearch } from '../../shared/text/phone.ts';
import { MAX_LARGE_ENTRIES, setNewest } from '../platform/bounded-map.ts';
import type { TableColumn, TableFile } from '../platform/csv/table.ts';
import { writeTable } from '../platform/csv/write-table.ts';
import { ROWS_PER_TURN } from '../platform/next-turn.ts';
import type { Clock } from '../platform/ports.ts';
import { type CalendarEvent, nextDay, writeCalendar } from '../platform/write-calendar.ts';
import type { Row, StoreDatabase } from '../store/store-database.ts';
import { type BoardQuestion, countsOf, groupsOf, rowsOf, type Statement, statesOf } from './board-sql.ts';
import type { PictureCache } from './pictures/picture-cache.ts';
import { annotationIn, SHOWN, summaryIn, textOrNull } from './quote-database.ts';
import type { QuoteStore } from './quote-store.ts';

export interface QuoteBoardDeps {
  readonly database: Pick<StoreDatabase, 'all' | 'exists'>;
  readonly store: Pick<QuoteStore, 'filled' | 'revision'>;
  readonly pictures: Pick<PictureCache, 'reference'>;
  /** The names of remembered guests by quote id. */
  readonly guestNames: (connectionId: string) => Promise<ReadonlyMap<string, string>>;
  /** The ids of the quotes whose guest's phone number contains `part`. */
  readonly quotesByPhone: (connectionId: string, part: string) => Promise<ReadonlySet<string>>;
  /** The mail addresses and phone numbers of remembered guests by quote id. */
  readonly contactsOf: (connectionId: string) => Promise<ReadonlyMap<string, Contact>>;
  /** Opens the sealed note of a quote; `null` when it cannot be read. */
  readonly openNote: (connectionId: string, quoteId: string, sealed: string) => Promise<string | null>;
  readonly clockOf: (connectionId: string) => Pick<Clock, 'now'>;
}

/** Finds the quotes of a connection that can be booked and whose nights are taken. */
interface TakenSource {
  open(connectionId: string): Promise<readonly { readonly quoteId: string }[]>;
}

/** The numbers of quotes on the board, valid from `at` (epoch ms) until time changes a state. */
interface Counted {
  readonly key: string;
  readonly at: number;
  readonly counts: Pick<
    BoardRows,
    'total' | 'hasReminders' | 'followUps' | 'comingFollowUps' | 'reservations' | 'nextChangeAt'
  >;
  /** The counts by state of the views and searches that were read last. */
  readonly states: Map<string, BoardRows['states']>;
}

type Contact = Pick<Guest, 'email' | 'phone'>;

/** Replaces the guests' names when they cannot be decrypted. */
const UNREADABLE: ReadonlyMap<string, string> = new Map();

const NO_CONTACTS: ReadonlyMap<string, Contact> = new Map();
const NOBODY: ReadonlySet<string> = new Set();

/** The largest number of quotes of a kind of which a person is reminded at once. */
const MAX_DUE = 50;

export class QuoteBoard {
  readonly #deps: QuoteBoardDeps;
  #taken: TakenSource | null = null;
  #known: Counted | null = null;
  #named: { readonly names: BoardQuestion['names']; readonly of: Counted; readonly hasGuests: boolean } | null = null;

  constructor(deps: QuoteBoardDeps) {
    this.#deps = deps;
  }

  /** Sets the source of taken dates, which is built after the board. */
  setTaken(taken: TakenSource): void {
    this.#taken = taken;
  }

  async rows({ offset, limit, ...filter }: BoardQuery): Promise<BoardRows> {
    const question = await this.#question(filter);
    const { revision } = this.#deps.store;
    const known = this.#counted(question);
    const states = this.#states(question, known);
    const isChosen = (state: QuoteState) => filter.states.length === 0 || filter.states.includes(state);
    return {
      ...{ revision, states, ...known.counts },
      matched: states.reduce((all, { state, count }) => all + (isChosen(state) ? count : 0), 0),
      areGuestsReadable: question.names !== UNREADABLE,
      hasGuests: this.#hasGuests(question, known),
      rows: this.#window(question, offset, limit),
    };
  }

  /** Counts all quotes. The result is reused until a quote or the state of a quote changes. */
  #counted(question: BoardQuestion): Counted {
    const { filter, now } = question;
    const key = JSON.stringify([this.#deps.store.revision, filter.connectionId, filter.today]);
    const known = this.#known;
    if (known?.key === key && known.at <= now && now < (known.counts.nextChangeAt ?? Number.POSITIVE_INFINITY))
      return known;
    const [row = {}] = this.#all(countsOf(question));
    const count = (name: string) => Number(row[name] ?? 0);
    const counts = {
      total: count('total'),
      hasReminders: count('has_reminders') > 0,
      followUps: count('due'),
      comingFollowUps: count('follow_ups') - count('due'),
      reservations: count('reservations'),
      nextChangeAt: typeof row.next_change === 'number' ? row.next_change : null,
    };
    this.#known = { key, at: now, counts, states: new Map() };
    return this.#known;
  }

  /** Whether a quote of the connection has a guest. Asked once for the same `names` and counts. */
  #hasGuests({ filter, names }: BoardQuestion, of: Counted): boolean {
    const sql = `SELECT 1 FROM json_each(?) JOIN quotes ON connection_id = ? AND quotes.id = value WHERE ${SHOWN} LIMIT 1`;
    const known = this.#named;
    if (known?.names === names && known.of === of) return known.hasGuests;
    const hasGuests =
      names.size > 0 && this.#all({ sql, values: [JSON.stringify([...names.keys()]), filter.connectionId] }).length > 0;
    this.#named = { names, of, hasGuests };
    return hasGuests;
  }

  #states(question: BoardQuestion, { states }: Counted): BoardRows['states'] {
    const key = JSON.stringify(statesOf({ ...question, now: 0 }));
    const known = states.get(key);
    if (known) return known;
    const counts = new Map(this.#all(statesOf(question)).map(({ state, count }) => [state, Number(count)]));
    const found = QuoteState.options.flatMap((state) => {
      const count = counts.get(state);
      return count === undefined ? [] : [{ state, count }];
    });
    setNewest(states, key, found, MAX_LARGE_ENTRIES);
    return found;
  }

  /** The quotes that a person should look at now, a few of each kind, without the names of guests. `today` is on the connection's clock. */
  async due(connectionId: string, today: string): Promise<DueQuotes> {
    await this.#deps.store.filled();
    const now = this.#deps.clockOf(connectionId).now();
    const rows = (view: BoardFilter['view'], states: QuoteState[], by: BoardFilter['sort']['by']): BoardRow[] => {
      const filter: BoardFilter = {
        ...{ connectionId, search: '', view, states, group: 'none', today },
        sort: { by, descending: false },
      };
      return this.#window({ filter, names: UNREADABLE, byPhone: NOBODY, among: null, now }, 0, MAX_DUE);
    };
    return {
      expiring: rows('quotes', ['expiring'], 'expiresAt'),
      unconfirmed: rows('quotes', ['unconfirmed'], 'createdAt'),
      followUps: rows('followUps', [], 'followUpOn').filter(
        ({ followUpOn }) => followUpOn !== null && followUpOn <= today,
      ),
    };
  }

  async writeTable(filter: BoardFilter, file: TableFile): Promise<WrittenFile> {
    const question = await this.#question(filter);
    const numbers = this.#all(rowsOf(question, { offset: 0, limit: -1 })).map(({ number }) => Number(number));
    const { contactsOf, openNote } = this.#deps;
    const { connectionId } = filter;
    const contacts = await contactsOf(connectionId).catch(() => NO_CONTACTS);
    const noteOf = async (quoteId: string, sealed: string) =>
      sealed === '' ? null : await openNote(connectionId, quoteId, sealed).catch(() => null);
    return writeBoard({ numbers, rowsOf: (some) => this.#read(some), contacts, noteOf, ...question }, file);
  }

  /** Writes the bookings and the follow-ups among the rows that match a filter to an iCalendar file. */
  async writeCalendar(filter: BoardFilter, path: string): Promise<WrittenFile> {
    const { filter: asked, ...question } = await this.#question(filter);
    const numbersOf = (view: BoardFilter['view']) =>
      this.#all(rowsOf({ ...question, filter: { ...asked, view, group: 'none' } }, { offset: 0, limit: -1 })).map(
        ({ number }) => Number(number),
      );
    const rows = [...new Set([...numbersOf('reservations'), ...numbersOf('followUps')])];
    const events = this.#read(rows).flatMap((row) => eventsOf(row, question.names));
    return writeCalendar(path, events, question.now);
  }

  async #question(filter: BoardFilter): Promise<BoardQuestion> {
    const { store, guestNames, quotesByPhone, clockOf } = this.#deps;
    await store.filled();
    const names = await guestNames(filter.connectionId).catch(unreadable);
    const { connectionId, search } = filter;
    const phone = phoneSearch(search);
    const byPhone = phone === null ? NOBODY : await quotesByPhone(connectionId, phone).catch(() => NOBODY);
    const taken = filter.taken ? ((await this.#taken?.open(connectionId)) ?? []) : null;
    const among = taken && new Set(taken.map(({ quoteId }) => quoteId));
    return { filter, names, byPhone, among, now: clockOf(connectionId).now() };
  }

  #window(question: BoardQuestion, offset: number, limit: number): BoardRow[] {
    const { filter, names } = question;
    const isGrouped = filter.group !== 'none';
    // The row before the window shows whether the window's first row begins a group.
    const before = isGrouped && offset > 0 ? 1 : 0;
    const found = this.#all(rowsOf(question, { offset: offset - before, limit: limit + before }));
    const groups = new Map(
      isGrouped ? this.#all(groupsOf(question)).map((row) => [row.board_group, Number(row.count)]) : [],
    );
    const rows = new Map(this.#read(found.map(({ number }) => Number(number))).map((row) => [row.number, row]));
    return found.flatMap(({ number, board_group }, at): BoardRow[] => {
      const row = at < before ? undefined : rows.get(number ?? null);
      const summary = row && summaryIn(row);
      if (!row || !summary) return [];
      const guestName = names.get(summary.id) ?? null;
      const pictureUrl = textOrNull(row.picture_url);
      const group = {
        key: filter.group === 'guest' ? (guestName ?? '') : String(board_group),
        count: groups.get(board_group ?? null) ?? 0,
        isFirst: at === 0 || found[at - 1]?.board_group !== board_group,
      };
      return [
        {
          ...summary,
          picture: pictureUrl === null ? null : this.#deps.pictures.reference(filter.connectionId, pictureUrl),
          guestName,
          hasNote: row.note !== '',
          followUpOn: textOrNull(row.follow_up_on),
          sentOn: textOrNull(row.sent_on),
          group: isGrouped ? group : null,
        },
      ];
    });
  }

  /** Reads the rows with these numbers, in the order of the numbers; a deleted row is left out. */
  #read(numbers: readonly number[]): Row[] {
    const sql = `SELECT number, summary, picture_url, note, follow_up_on, sent, sent_on
      FROM json_each(?) JOIN quotes ON number = value ORDER BY key`;
    return this.#all({ sql, values: [JSON.stringify(numbers)] });
  }

  #all({ sql, values }: Statement): Row[] {
    const { database } = this.#deps;
    return database.exists ? database.all(sql, ...values) : [];
  }
}

/** The events of a quote: its stay once it is a reservation, and its follow-up. */
function eventsOf(row: Row, names: ReadonlyMap<string, string>): CalendarEvent[] {
  const summary = summaryIn(row);
  if (!summary) return [];
  const { id, checkIn, checkOut, reservation, outcome } = summary;
  const { followUpOn } = annotationIn(row);
  const title = [names.get(id), summary.listingTitle ?? summary.listingId].filter(Boolean).join(', ');
  const description = [reservation?.confirmationCode, `Quote ${id}`].filter(Boolean).join('\n');
  const state = outcome === 'reserved' ? 'Awaiting approval: ' : '';
  return [
    // A reservation of any other outcome may have been cancelled.
    ...(outcome === 'booked' || outcome === 'reserved'
      ? [{ uid: `stay-${id}@latchkey`, summary: `${state}${title}`, description, from: checkIn, until: checkOut }]
      : []),
    ...(followUpOn === null
      ? []
      : [
          {
            ...{ uid: `follow-up-${id}@latchkey`, summary: `Follow up: ${title}`, description },
            ...{ from: followUpOn, until: nextDay(followUpOn) },
          },
        ]),
  ];
}

function unreadable(error: unknown): typeof UNREADABLE {
  if (isAppError(error, 'storageFailed')) return UNREADABLE;
  throw error;
}

const COLUMNS: readonly TableColumn[] = [
  { title: 'Guest' },
  { title: 'Property' },
  { title: 'Check-in', kind: 'date' },
  { title: 'Check-out', kind: 'date' },
  { title: 'Nights', kind: 'number' },
  { title: 'Guests', kind: 'number' },
  { title: 'Total', kind: 'amount' },
  { title: 'Currency' },
  { title: 'State' },
  { title: 'Made', kind: 'instant' },
  { title: 'Expires', kind: 'instant' },
  { title: 'Confirmation code' },
  { title: 'Reservation status' },
  { title: 'Follow-up', kind: 'date' },
  { title: 'Offer made', kind: 'instant' },
  { title: 'Offer sent', kind: 'date' },
  { title: 'Mail' },
  { title: 'Phone' },
  { title: 'Note' },
  { title: 'Quote id' },
  { title: 'Total is our sum' },
];

/** The board's rows (quotes with their annotations) to write. */
interface BoardTable extends Pick<BoardQuestion, 'names' | 'now'> {
  /** The numbers of the rows to write, in order. */
  readonly numbers: readonly number[];
  /** Reads rows by number. A row that was deleted meanwhile is left out. */
  readonly rowsOf: (numbers: readonly number[]) => readonly Row[];
  readonly contacts: ReadonlyMap<string, Contact>;
  readonly noteOf: (quoteId: string, sealed: string) => Promise<string | null>;
}

async function cellsOf(row: Row, { names, now, contacts, noteOf }: BoardTable) {
  const summary = summaryIn(row);
  if (!summary) return [];
  const { note, followUpOn, sentOn, offers } = annotationIn(row);
  const { total, reservation } = summary;
  const state = quoteStateOf({ ...summary, isSent: sentOn !== null }, now);
  const instant = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return [
    [
      ...[names.get(summary.id) ?? null, summary.listingTitle ?? summary.listingId, summary.checkIn, summary.checkOut],
      ...[summary.nights, summary.guests, total && (total.exact ?? total.amount), total?.currency ?? null],
      ...[STATE_NAMES[state], instant(summary.createdAt), instant(summary.expiresAt)],
      ...[reservation?.confirmationCode ?? null, reservation?.status ?? null, followUpOn],
      ...[instant(offers[0]?.at), sentOn],
      ...[contacts.get(summary.id)?.email ?? null, contacts.get(summary.id)?.phone ?? null],
      ...[await noteOf(summary.id, note), summary.id, ourSumOf(summary.sumWithout)],
    ],
  ];
}

const ourSumOf = (without: number | undefined): string | null =>
  without === undefined
    ? null
    : without === 0
      ? 'yes'
      : `yes, without ${without} unreadable ${without === 1 ? 'line' : 'lines'}`;

/** Writes the board to a file. Throws AppError `storageFailed`. */
function writeBoard(board: BoardTable, file: TableFile): Promise<WrittenFile> {
  async function* batches() {
    for (let from = 0; from < board.numbers.length; from += ROWS_PER_TURN)
      yield (
        await Promise.all(
          board.rowsOf(board.numbers.slice(from, from + ROWS_PER_TURN)).map((row) => cellsOf(row, board)),
        )
      ).flat();
  }
  return writeTable(file, COLUMNS, batches());
}
