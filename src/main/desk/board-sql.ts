/** Builds the SQL that counts and lists the board's rows, from the index quotes_board. The caller passes the guests' names. */
import type { SQLInputValue } from 'node:sqlite';
import type { BoardFilter } from '../../shared/model/quote-board.ts';
import { EXPIRING_MS, QuoteState } from '../../shared/quote/quote-state.ts';
import { SHOWN } from './quote-database.ts';

export interface Statement {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Collects the values of a statement and numbers their placeholders (`?1`), so that a condition can occur twice in the statement. */
class Values {
  readonly list: SQLInputValue[] = [];

  add(value: SQLInputValue): string {
    this.list.push(value);
    return `?${this.list.length}`;
  }
}

const FOLLOWS = "(follow_up_on IS NOT NULL AND NOT (outcome = 'open' AND is_replaced))";
const VIEWS: Readonly<Record<BoardFilter['view'], string>> = {
  quotes: '1',
  reservations: "outcome IN ('booked', 'reserved', 'used')",
  followUps: FOLLOWS,
};

/** An SQL expression for the state of a quote, equal to `quoteStateOf`. */
const stateAt = (now: string): string => `CASE outcome
  WHEN 'open' THEN CASE
    WHEN is_replaced THEN 'replaced'
    WHEN ${now} >= expires_at THEN 'expired'
    WHEN ${now} > expires_at - ${EXPIRING_MS} THEN 'expiring'
    WHEN sent_on IS NOT NULL THEN 'sent'
    ELSE 'open' END
  WHEN 'unknown' THEN 'unconfirmed'
  WHEN 'reserved' THEN 'awaitingApproval'
  ELSE outcome END`;

const RANK_OF_STATE = `CASE state ${QuoteState.options.map((state, at) => `WHEN '${state}' THEN ${at}`).join(' ')} END`;

/**
 * The columns of each sort order. Rows without a value in the first column come last. The other rows are sorted by the further columns, or by the
 * first if it is the only one.
 */
const SORTS: Readonly<Record<BoardFilter['sort']['by'], readonly string[]>> = {
  createdAt: ['created_at'],
  expiresAt: ['expires_at'],
  state: [RANK_OF_STATE],
  guest: ['guest'],
  place: ['place'],
  checkIn: ['check_in'],
  // Amounts in different currencies cannot be compared, so rows are sorted by currency first.
  total: ['total_key', "coalesce(currency, '')", 'total_key'],
  followUpOn: ['follow_up_on'],
};

/** A clause that keeps SQLite from merging a subquery into the outer query, which would compute each column again at every use. */
const COMPUTED_ONCE = 'LIMIT -1';

export interface BoardQuestion {
  readonly filter: BoardFilter;
  /** Guests' names by quote id. */
  readonly names: ReadonlyMap<string, string>;
  /** The ids of the quotes whose guest's phone number contains the searched text; empty for a text that cannot be part of a number. */
  readonly byPhone: ReadonlySet<string>;
  /** The ids of the only quotes to show; null for all. */
  readonly among: ReadonlySet<string> | null;
  readonly now: number;
}

/** Makes the statement that counts the connection's quotes. `next_change` is the next instant (epoch ms) at which time alone changes a state. */
export function countsOf({ filter, now }: Pick<BoardQuestion, 'filter' | 'now'>): Statement {
  const values = new Values();
  const at = values.add(now);
  const sql = `SELECT count(*) AS total, sum(${VIEWS.reservations}) AS reservations,
      sum(${FOLLOWS}) AS follow_ups, sum(${FOLLOWS} AND follow_up_on <= ${values.add(filter.today)}) AS due,
      count(follow_up_on) OR EXISTS (SELECT 1 FROM quotes AS noted WHERE noted.connection_id = ${values.add(filter.connectionId)}
        AND noted.note <> '' AND noted.removed_at IS NULL) AS has_reminders,
      min(CASE WHEN expires_at - ${EXPIRING_MS} + 1 > ${at} THEN expires_at - ${EXPIRING_MS} + 1 WHEN expires_at > ${at} THEN expires_at END) AS next_change
    ${ofConnection(filter, values)}`;
  return { sql, values: values.list };
}

/** Makes the statement that counts the quotes of the view and the search by state. */
export function statesOf(question: BoardQuestion): Statement {
  const { filter, now } = question;
  const values = new Values();
  const sql = `SELECT state, count(*) AS count FROM (SELECT ${stateAt(values.add(now))} AS state
      ${ofConnection(filter, values)} AND ${foundBy(question, values)} ${COMPUTED_ONCE}) GROUP BY state`;
  return { sql, values: values.list };
}

/** Makes the statement that lists the numbers and groups of the matching rows, in order. */
export function rowsOf(
  question: BoardQuestion,
  window: { readonly offset: number; readonly limit: number },
): Statement {
  const { filter } = question;
  const values = new Values();
  const direction = filter.sort.descending ? 'DESC' : 'ASC';
  const [first = '', ...columns] = SORTS[filter.sort.by];
  const sorted = columns.length > 0 ? columns : [first];
  const order = [
    ...(filter.group === 'none'
      ? []
      : [`board_group ${filter.group === 'week' && filter.view !== 'reservations' ? 'DESC' : 'ASC'} NULLS LAST`]),
    ...(first === 'created_at' ? [] : [`${first} IS NULL`]),
    ...sorted.map((column) => `${column} ${direction}`),
    'number DESC',
  ];
  const sql = `SELECT number, board_group FROM (${matching(question, values)})
    ORDER BY ${order.join(', ')} LIMIT ${values.add(window.limit)} OFFSET ${values.add(window.offset)}`;
  return { sql, values: values.list };
}

export function groupsOf(question: BoardQuestion): Statement {
  const values = new Values();
  const sql = `SELECT board_group, count(*) AS count FROM (${matching(question, values)}) GROUP BY board_group`;
  return { sql, values: values.list };
}

function matching(question: BoardQuestion, values: Values): string {
  const { filter, names, now } = question;
  const { group, sort, states, view } = filter;
  // Guests are grouped and sorted by name without regard to case.
  const needsGuests = group === 'guest' || sort.by === 'guest';
  const keys = JSON.stringify(Object.fromEntries([...names].map(([id, name]) => [id, name.toLowerCase()])));
  // MATERIALIZED, so that SQLite builds an index for the join.
  const guests = needsGuests
    ? `LEFT JOIN (WITH guests AS MATERIALIZED (SELECT key AS quote, value AS guest FROM json_each(${values.add(keys)})) SELECT * FROM guests) ON quote = id`
    : '';
  const grouped = { none: 'NULL', guest: 'guest', week: view === 'reservations' ? 'arrival_week' : 'made_week' }[group];
  const chosen =
    states.length === 0 ? '' : `AND state IN (SELECT value FROM json_each(${values.add(JSON.stringify(states))}))`;
  return `SELECT *, ${grouped} AS board_group FROM (
      SELECT number, id, created_at, expires_at, place, check_in, total_key, currency, follow_up_on, made_week, arrival_week, ${stateAt(values.add(now))} AS state
      ${ofConnection(filter, values)} AND ${foundBy(question, values)}) ${guests} WHERE 1 ${chosen}`;
}

const ofConnection = ({ connectionId }: BoardFilter, values: Values): string =>
  // A quote whose stored form is unknown has no `created_at`.
  `FROM quotes INDEXED BY quotes_board WHERE connection_id = ${values.add(connectionId)} AND ${SHOWN} AND created_at IS NOT NULL`;

/**
 * The SQL condition for rows of the view, and of `among`, that match the search: the guest's phone number contains it, or each of its words occurs in
 * the row's text or the guest's name.
 */
function foundBy({ filter: { search, view }, names, byPhone, among }: BoardQuestion, values: Values): string {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isOneOf = (ids: readonly string[]) => `id IN (SELECT value FROM json_each(${values.add(JSON.stringify(ids))}))`;
  const conditions = words.map((word) => {
    const named = [...names].flatMap(([id, name]) => (name.toLowerCase().includes(word) ? id : []));
    const inText = `instr(search_text, ${values.add(word)}) > 0`;
    return named.length === 0 ? inText : `(${inText} OR ${isOneOf(named)})`;
  });
  const inView = among ? `${VIEWS[view]} AND ${isOneOf([...among])}` : VIEWS[view];
  if (conditions.length === 0) return inView;
  const all = conditions.join(' AND ');
  return `${inView} AND ${byPhone.size === 0 ? all : `((${all}) OR ${isOneOf([...byPhone])})`}`;
}
