/** The board's questions as SQL over the index quotes_board. Guests' names are not in the database: ids of quotes and names come from memory. */
import type { SQLInputValue } from 'node:sqlite';
import type { BoardFilter } from '../../shared/model/quote-board.ts';
import { EXPIRING_MS, QuoteState } from '../../shared/quote/quote-state.ts';
import { SHOWN } from './quote-database.ts';

export interface Statement {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Numbered placeholders, so that a condition may stand several times in a statement. */
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

/** Does what {@link quoteStateOf} does. */
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

/** The columns to sort by, the first one first. What has no value in the first one comes last in either direction; every quote has the first one here. */
const SORTS: Readonly<Record<BoardFilter['sort']['by'], readonly string[]>> = {
  createdAt: ['created_at'],
  expiresAt: ['expires_at'],
  state: [RANK_OF_STATE],
  guest: ['guest'],
  place: ['place'],
  checkIn: ['check_in'],
  // Amounts of two currencies have no order, so they are sorted within each.
  total: ['total_key', "coalesce(currency, '')", 'total_key'],
  followUpOn: ['follow_up_on'],
};

/** Keeps SQLite from merging a subquery into the query around it, which would compute each of its columns at every use. */
const COMPUTED_ONCE = 'LIMIT -1';

export interface BoardQuestion {
  readonly filter: BoardFilter;
  /** The guest's name by the id of a quote. */
  readonly names: ReadonlyMap<string, string>;
  readonly now: number;
}

/** A row for each state, and for whether the search and the view have it: how many there are, what they mean for follow-ups, and when time changes one. */
export function countsOf({ filter, names, now }: BoardQuestion): Statement {
  const values = new Values();
  const at = values.add(now);
  const sql = `SELECT state, found, count(*) AS count, sum(follows) AS follow_ups, sum(follows AND follow_up_on <= ${values.add(filter.today)}) AS due,
      min(CASE WHEN expires_at - ${EXPIRING_MS} + 1 > ${at} THEN expires_at - ${EXPIRING_MS} + 1 WHEN expires_at > ${at} THEN expires_at END) AS next_change
    FROM (SELECT ${stateAt(at)} AS state, (${foundBy(filter, names, values)}) AS found, ${FOLLOWS} AS follows, follow_up_on, expires_at
      ${ofConnection(filter, values)} ${COMPUTED_ONCE})
    GROUP BY state, found`;
  return { sql, values: values.list };
}

/** The numbers and groups of the matching rows, in order. */
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

/** How many rows each group of the matching rows has. */
export function groupsOf(question: BoardQuestion): Statement {
  const values = new Values();
  const sql = `SELECT board_group, count(*) AS count FROM (${matching(question, values)}) GROUP BY board_group`;
  return { sql, values: values.list };
}

function matching({ filter, names, now }: BoardQuestion, values: Values): string {
  const { group, sort, states, view } = filter;
  // Guests by name, whatever its case.
  const needsGuests = group === 'guest' || sort.by === 'guest';
  const keys = JSON.stringify(Object.fromEntries([...names].map(([id, name]) => [id, name.toLowerCase()])));
  // Materialized, so that SQLite makes an index of it.
  const guests = needsGuests
    ? `LEFT JOIN (WITH guests AS MATERIALIZED (SELECT key AS quote, value AS guest FROM json_each(${values.add(keys)})) SELECT * FROM guests) ON quote = id`
    : '';
  const grouped = { none: 'NULL', guest: 'guest', week: view === 'reservations' ? 'arrival_week' : 'made_week' }[group];
  const chosen =
    states.length === 0 ? '' : `AND state IN (SELECT value FROM json_each(${values.add(JSON.stringify(states))}))`;
  return `SELECT *, ${grouped} AS board_group FROM (
      SELECT number, id, created_at, expires_at, place, check_in, total_key, currency, follow_up_on, made_week, arrival_week, ${stateAt(values.add(now))} AS state
      ${ofConnection(filter, values)} AND ${foundBy(filter, names, values)}) ${guests} WHERE 1 ${chosen}`;
}

const ofConnection = ({ connectionId }: BoardFilter, values: Values): string =>
  // A quote of an unknown form has no time.
  `FROM quotes INDEXED BY quotes_board WHERE connection_id = ${values.add(connectionId)} AND ${SHOWN} AND created_at IS NOT NULL`;

/** Every word is in what the row says, or in the name of its guest. */
function foundBy({ search, view }: BoardFilter, names: ReadonlyMap<string, string>, values: Values): string {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const conditions = words.map((word) => {
    const ofGuests = [...names].flatMap(([id, name]) => (name.toLowerCase().includes(word) ? id : []));
    const inText = `instr(search_text, ${values.add(word)}) > 0`;
    if (ofGuests.length === 0) return inText;
    return `(${inText} OR id IN (SELECT value FROM json_each(${values.add(JSON.stringify(ofGuests))})))`;
  });
  return [VIEWS[view], ...conditions].join(' AND ');
}
