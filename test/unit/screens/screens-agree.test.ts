/** The screens that say whether a connection works: for any sequence of answers, none contradicts another. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf } from '../../../src/main/doctor/access/access-cells.ts';
import { type AccessTurn, conclude } from '../../../src/main/doctor/access/conclude.ts';
import { serviceAnswers } from '../../../src/main/doctor/access/service-answers.ts';
import { historyOf } from '../../../src/main/doctor/history.ts';
import { attentionItems } from '../../../src/renderer/features/overview/attention.ts';
import { accessProblems } from '../../../src/renderer/text/access-text.ts';
import { answerProblems, lastAnswerAt } from '../../../src/shared/connection/connection-health.ts';
import type { AccessOperation } from '../../../src/shared/model/access.ts';
import type { Exchange } from '../../../src/shared/model/traffic.ts';
import { aConnection, anExchange, NOW, summaryOf } from '../main/doctor/facts-of.ts';

const MINUTE = 60_000;
const HOLDERS = [
  { id: 'open', api: 'openApi' as const },
  { id: 'A', api: 'booking' as const },
  { id: 'B', api: 'booking' as const },
];
const OPERATIONS: AccessOperation[] = [
  ...(['search', 'calendar'] as const).map((id) => ({ id, api: 'booking' as const })),
  { id: 'listListings' as const, api: 'openApi' as const },
].map((one) => ({ ...one, title: one.id, method: 'GET', path: `/${one.id}`, unprobed: null }));
const [application] = aConnection().applications;
const CONNECTION = aConnection({
  applications: ['A', 'B'].flatMap((id) => (application ? [{ ...application, id, label: id, secretSetAt: null }] : [])),
});
const { bookingBaseUrl, baseUrl } = CONNECTION.addresses;

/** One request: who asked for what, what the service answered, and whether a new token came before it. */
const step = fc.record({
  holder: fc.constantFrom(...HOLDERS),
  operation: fc.constantFrom('search', 'calendar'),
  status: fc.constantFrom(200, 200, 401, 403, 500, null),
  renewed: fc.boolean(),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface World {
  readonly exchanges: readonly Exchange[];
  readonly generations: ReadonlyMap<string, number>;
}

function played(steps: readonly Step[]): World {
  const generations = new Map(HOLDERS.map(({ id }) => [id, 1]));
  const exchanges = steps.map(({ holder, operation: wanted, status, renewed }, index) => {
    const generation = (generations.get(holder.id) ?? 1) + (renewed ? 1 : 0);
    generations.set(holder.id, generation);
    const operation = holder.api === 'openApi' ? 'listListings' : wanted;
    const url = `${holder.api === 'openApi' ? baseUrl : bookingBaseUrl}/${operation}`;
    return anExchange({
      ...{
        seq: index,
        id: `x${index}`,
        chainId: `x${index}`,
        credentialId: holder.id,
        api: holder.api,
        operation,
        url,
      },
      ...{ status, tokenGeneration: generation, sentAt: NOW + index * MINUTE, host: new URL(url).host },
    });
  });
  return { exchanges, generations };
}

/** The newest exchange of each credential, operation and status, as the journal tells them, newest first. */
function latestOf(exchanges: readonly Exchange[]) {
  const latest = new Map<string, Exchange>();
  for (const one of exchanges) latest.set(`${one.credentialId} ${one.operation} ${one.status}`, one);
  return [...latest.values()].sort((one, two) => two.seq - one.seq).map(summaryOf);
}

/** Where the service changed its answer between 2xx and 403, the newest such change of each cell. */
function turnsOf(exchanges: readonly Exchange[]): AccessTurn[] {
  const cells = Map.groupBy(exchanges, ({ credentialId, operation }) => `${credentialId} ${operation}`);
  return [...cells.values()].flatMap((ofCell) => {
    const told = ofCell.filter(({ status }) => status === 200 || status === 403);
    const index = told.findLastIndex(({ status }, at) => at > 0 && status !== told[at - 1]?.status);
    const [before, after] = [told[index - 1], told[index]];
    if (index < 1 || !before || !after) return [];
    const to = after.status === 403 ? ('refused' as const) : ('accepted' as const);
    return [
      {
        credentialId: after.credentialId ?? '',
        operation: after.operation,
        to,
        after: before.sentAt,
        by: after.sentAt,
      },
    ];
  });
}

function screensOf(steps: readonly Step[]) {
  const { exchanges, generations } = played(steps);
  const latest = latestOf(exchanges);
  const now = NOW + steps.length * MINUTE;
  const holders = HOLDERS.map((credential) => ({
    ...{ credential, generation: generations.get(credential.id) ?? 1, since: null },
  }));
  const credentials = HOLDERS.map(({ id, api }) => ({ id, api, label: id, hasToken: true }));
  const cells = cellsOf(CONNECTION, holders, OPERATIONS, latest);
  const access = { cells, credentials, services: serviceAnswers(CONNECTION, latest) };
  const conclusions = conclude({ operations: OPERATIONS, credentials, cells, turns: turnsOf(exchanges) });
  const known = { connection: CONNECTION, tokens: [], openCircuits: [], pauses: [], access, protection: null, now };
  return {
    exchanges,
    access,
    conclusions,
    now,
    problems: answerProblems(access, now),
    status: accessProblems(known),
    overview: (['managers', 'support'] as const).map((audience) =>
      attentionItems({ ...known, audience }).map(({ id }) => id),
    ),
  };
}

describe('for any sequence of answers', () => {
  it('the status, Overview and the page of a token name the same problems, and Access contradicts none', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const { exchanges, access, conclusions, now, problems, status, overview } = screensOf(steps);
        const ids = status.map(({ id }) => id).sort();
        expect(ids).toHaveLength(problems.length);
        for (const items of overview) expect(items.toSorted()).toEqual(ids);

        const last = exchanges.at(-1);
        const hasFailed = last !== undefined && (last.status === null || last.status === 500);
        expect(problems.some((one) => one.kind === 'serviceFailed' && one.api === last?.api)).toBe(hasFailed);
        if (last?.status === 401 || last?.status === 403) expect(status).not.toEqual([]);
        if (last?.status === 200) expect(lastAnswerAt(access, now)).toBe(last.sentAt);

        const saysNothingRefused = conclusions.some(({ culprit }) => culprit === 'nothing');
        if (saysNothingRefused) expect(problems.filter(({ kind }) => kind !== 'serviceFailed')).toEqual([]);
        for (const problem of problems) {
          if (problem.kind !== 'tokenRefused') continue;
          // A token that something worked with later is not refused.
          const later = exchanges.filter(
            (one) => one.credentialId === problem.credentialId && one.sentAt > problem.at && one.status === 200,
          );
          expect(later).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the diagnosis of the newest 403 blames what Access blames', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), (steps) => {
        const { exchanges, conclusions } = screensOf(steps);
        const summaries = exchanges.map(summaryOf);
        for (const exchange of latestOf(exchanges)) {
          const whole = exchanges.find(({ id }) => id === exchange.id);
          if (exchange.status !== 403 || !whole) continue;
          const about = conclusions.filter(({ exchangeIds }) => exchangeIds.includes(exchange.id));
          const { acceptedElsewhere, refusedElsewhere } = historyOf(whole, summaries, bookingBaseUrl);
          if (about.some(({ culprit }) => culprit === 'account')) expect(acceptedElsewhere).toBeNull();
          if (about.some(({ culprit }) => culprit === 'application')) expect(refusedElsewhere).toBeNull();
        }
      }),
      { numRuns: 500 },
    );
  });
});
