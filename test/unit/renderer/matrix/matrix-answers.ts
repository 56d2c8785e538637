/** Main's answers about a matrix of any size, for component tests. */
import type { MatrixCell, MatrixRow, MatrixWindow, MatrixWindowQuery } from '../../../../src/shared/model/matrix.ts';
import { plainDateOf } from '../../../../src/shared/model/primitives.ts';
import type { TaskPlan } from '../../../../src/shared/model/task.ts';
import { arrivalsOf } from '../../../../src/shared/stay/arrivals.ts';
import type { Answers } from '../../../support/fake-main.ts';
import {
  applicationFixture,
  connectionsFixture,
  NOW,
  sandboxFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { planFixture, tasksFixture } from '../../../support/task-fixtures.ts';

/** Free at a price that grows with both positions; every fourth taken, every fifth with a rule. */
function cellFixture(row: number, column: number): MatrixCell {
  const base = { total: null, currency: null, limit: null, readAt: NOW - 600_000 };
  if ((row + column) % 4 === 3) return { ...base, state: 'taken' };
  if ((row + column) % 5 === 4) return { ...base, state: 'minNights', limit: 5 };
  return { ...base, state: 'free', total: 100 + row + column + 0.5, currency: 'EUR' };
}

function windowFixture(query: MatrixWindowQuery, rowCount: number): MatrixWindow {
  const arrivals = arrivalsOf(query.stays).map(plainDateOf);
  const { offset, limit } = query.arrivals;
  const rows = Array.from(
    { length: Math.max(0, Math.min(query.rows.limit, rowCount - query.rows.offset)) },
    (_, at) => {
      const row = query.rows.offset + at;
      const cells = arrivals.map((__, column) => cellFixture(row, column));
      const priced = cells.flatMap(({ total }, column) => (total === null ? [] : [{ total, column }]));
      return {
        listingId: `l${row}`,
        title: `House ${row}`,
        nickname: null,
        place: 'Lisbon, Portugal',
        cells: cells.slice(offset, offset + limit),
        cheapest: priced[0] ? { arrival: arrivals[priced[0].column] ?? '', total: priced[0].total } : null,
        dearest: priced.at(-1)?.total ?? null,
        currency: 'EUR',
      } satisfies MatrixRow;
    },
  );
  return {
    rowCount,
    listingCount: rowCount,
    arrivalCount: arrivals.length,
    rowOffset: query.rows.offset,
    arrivalOffset: offset,
    arrivals: arrivals.slice(offset, offset + limit),
    rows,
  };
}

export function matrixAnswers({
  rows = 12,
  plan = planFixture({ requests: 60, remarks: ['60 requests, one for each listing.'] }),
  matrix = {},
  applications = ['Website'],
}: {
  rows?: number;
  plan?: TaskPlan;
  matrix?: Answers['matrix'];
  applications?: readonly string[];
} = {}): Answers {
  return {
    connections: {
      list: () =>
        connectionsFixture([
          sandboxFixture({
            applications: applications.map((label, at) => applicationFixture({ id: `a${at + 1}`, label })),
            activeApplicationId: 'a1',
          }),
        ]),
    },
    tokens: { status: () => tokensFixture('sandbox') },
    tasks: { list: () => tasksFixture([], { connectionId: 'sandbox' }), plan: () => plan },
    quotes: { list: () => ({ connectionId: 'sandbox', revision: 1, quotes: [], sent: [] }) },
    listings: {
      detail: ({ listingId }) => ({
        id: listingId,
        title: 'House 1',
        subtitle: null,
        pictures: [],
        facts: [],
        raw: {},
      }),
    },
    matrix: {
      window: (query) => windowFixture(query, rows),
      cheapest: () => [],
      choices: () => ({ loaded: rows, places: [{ place: 'Lisbon, Portugal', listings: rows }] }),
      ...matrix,
    },
  };
}
