import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccessFacts,
  type AccessTurn,
  conclude,
  MAX_APART_MS,
} from '../../../../../src/main/doctor/access/conclude.ts';
import type { AccessAnswer, AccessCell, AccessOperationId } from '../../../../../src/shared/model/access.ts';

const HOUR = 3_600_000;
const OPERATIONS: AccessFacts['operations'] = [
  { id: 'search', api: 'booking', title: 'Search', unprobed: null },
  { id: 'calendar', api: 'booking', title: 'Calendar', unprobed: null },
  { id: 'quoteCreate', api: 'booking', title: 'Create quote', unprobed: 'changes' },
];
const applications = (...labels: string[]): AccessFacts['credentials'] =>
  labels.map((label) => ({ id: label, api: 'booking', label }));
const OUTCOMES = { works: 200, unauthorized: 401, forbidden: 403, notFound: 404, other: 500 } as const;

const cell = (
  operation: AccessOperationId,
  credentialId: string,
  outcome: AccessAnswer['outcome'] | null,
  changes: Partial<AccessAnswer> = {},
): AccessCell => ({
  operation,
  credentialId,
  answer: outcome && {
    outcome,
    status: OUTCOMES[outcome],
    at: 10 * HOUR,
    exchangeId: `${operation} ${credentialId}`,
    generation: 1,
    lastWorkedAt: null,
    outdated: null,
    ...changes,
  },
});
const said = (labels: string[], cells: AccessCell[], turns: AccessTurn[] = []) =>
  conclude({ operations: OPERATIONS, credentials: applications(...labels), cells, turns }).map(
    ({ culprit, text }) => `${culprit}: ${text}`,
  );

describe('what the access matrix shows', () => {
  it('separates one application from the account', () => {
    expect(said(['A', 'B'], [cell('search', 'A', 'works'), cell('search', 'B', 'forbidden')])).toEqual([
      'application: “Search” works with A and not with B: it is B, not the account.',
    ]);
    expect(
      said(
        ['A', 'B', 'C'],
        [cell('search', 'A', 'forbidden'), cell('search', 'B', 'forbidden'), cell('search', 'C', 'forbidden')],
      ),
    ).toEqual(['account: “Search” is refused for all 3 applications: the account.']);
  });

  it('says of operations with the same answers what they show once', () => {
    expect(
      said(
        ['A', 'B'],
        (['search', 'calendar'] as const).flatMap((operation) => [
          cell(operation, 'A', 'works'),
          cell(operation, 'B', 'forbidden'),
        ]),
      ),
    ).toEqual(['application: “Search” and “Calendar” work with A and not with B: it is B, not the account.']);
  });

  it('names what to probe next, and what nobody may probe', () => {
    expect(said(['A', 'B'], [cell('search', 'A', 'forbidden')])).toEqual([
      'notEnough: Not enough: “Search” is refused for A; probe B too.',
    ]);
    expect(said(['A', 'B'], [cell('quoteCreate', 'A', 'forbidden')])).toEqual([
      'notEnough: Not enough: “Create quote” is refused for A; B did not try.',
    ]);
    expect(said(['A'], [cell('search', 'A', 'forbidden')])[0]).toContain('A is the only one');
  });

  it('blames a token for a 401, and no account', () => {
    expect(said(['A', 'B'], [cell('search', 'A', 'works'), cell('search', 'B', 'unauthorized')])[0]).toMatch(
      /^token: .* it is its token, not the account\.$/,
    );
    expect(said(['A', 'B'], [cell('search', 'A', 'unauthorized'), cell('search', 'B', 'unauthorized')])[0]).toMatch(
      /^token: .*says nothing of the account/,
    );
    expect(said(['A', 'B'], [cell('search', 'A', 'forbidden'), cell('search', 'B', 'unauthorized')])[0]).toMatch(
      /^notEnough: /,
    );
  });

  it('compares nothing across a change at the service, nor across more than a day', () => {
    const earlier = [cell('search', 'A', 'works'), cell('search', 'B', 'forbidden', { at: 8 * HOUR })];
    const turn: AccessTurn = {
      credentialId: 'A',
      operation: 'calendar',
      to: 'refused',
      after: 9 * HOUR,
      by: 9.5 * HOUR,
    };
    expect(said(['A', 'B'], earlier, [turn])[0]).toMatch(/^notEnough: .*before and after a change/);
    expect(said(['A', 'B'], earlier, [{ ...turn, after: 6 * HOUR, by: 7 * HOUR }])[0]).toMatch(/^application: /);
    const old = [cell('search', 'A', 'works'), cell('search', 'B', 'forbidden', { at: 10 * HOUR - MAX_APART_MS - 1 })];
    expect(said(['A', 'B'], old)[0]).toMatch(/^notEnough: .*more than a day apart/);
  });

  it('concludes from refusals of all credentials although each of them worked before', () => {
    const refused = [cell('search', 'A', 'forbidden', { at: 9 * HOUR }), cell('search', 'B', 'forbidden')];
    const turn = (credentialId: string, by: number): AccessTurn => ({
      ...{ credentialId, operation: 'search', to: 'refused', after: 5 * HOUR, by },
    });
    expect(said(['A', 'B'], refused, [turn('A', 9 * HOUR), turn('B', 10 * HOUR)])).toEqual([
      'account: “Search” is refused for all 2 applications: the account.',
    ]);
    const back: AccessTurn = { ...turn('A', 9.5 * HOUR), operation: 'calendar', to: 'accepted', after: 9 * HOUR };
    expect(said(['A', 'B'], refused, [back])[0]).toMatch(/^notEnough: .*before and after a change/);
  });

  it('says that nothing is refused only when something was tried', () => {
    expect(said(['A', 'B'], [cell('search', 'A', 'works')])).toEqual(['nothing: Nothing that was tried is refused.']);
    expect(said(['A', 'B'], [])).toEqual([]);
    expect(said([], [])).toEqual([]);
  });
});

const LABELS = ['A', 'B', 'C', 'D', 'E'];
const someAnswer = fc.option(
  fc.record({
    outcome: fc.constantFrom('works', 'unauthorized', 'forbidden', 'notFound', 'other'),
    at: fc.integer({ min: 0, max: 40 }).map((hours) => hours * HOUR),
    outdated: fc.constantFrom(null, null, null, 'address' as const, 'token' as const),
  }),
);
const someFacts = fc
  .record({
    count: fc.integer({ min: 0, max: 5 }),
    answers: fc.array(someAnswer, { minLength: 15, maxLength: 15 }),
    turns: fc.array(
      fc.record({
        credentialId: fc.constantFrom(...LABELS),
        operation: fc.constantFrom('search', 'calendar'),
        to: fc.constantFrom('refused' as const, 'accepted' as const),
        after: fc.integer({ min: 0, max: 40 }).map((hours) => hours * HOUR),
        length: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ count, answers, turns }): AccessFacts => {
    const credentials = applications(...LABELS.slice(0, count));
    return {
      operations: OPERATIONS,
      credentials,
      cells: OPERATIONS.flatMap(({ id }, row) =>
        credentials.map(({ id: credential }, column) => {
          const { outcome = null, ...changes } = answers[row * 5 + column] ?? {};
          return cell(id, credential, outcome as AccessAnswer['outcome'] | null, changes);
        }),
      ),
      turns: turns
        .filter(({ credentialId }) => LABELS.indexOf(credentialId) < count)
        .map(({ length, ...turn }) => ({ ...turn, by: turn.after + length * HOUR })),
    };
  });

describe('whatever the answers are', () => {
  it('blames an application or the account only by answers of now that no change lies between', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        for (const { culprit, exchangeIds } of conclude(facts)) {
          if (culprit !== 'application' && culprit !== 'account' && culprit !== 'token') continue;
          const used = facts.cells.filter(({ answer }) => answer !== null && exchangeIds.includes(answer.exchangeId));
          expect(used.length).toBe(exchangeIds.length);
          for (const [operation, cells = []] of Object.entries(Object.groupBy(used, (one) => one.operation))) {
            const answers = cells.flatMap(({ answer }) => answer ?? []);
            expect(answers.every(({ outdated, outcome }) => outdated === null && outcome !== 'other')).toBe(true);
            const times = answers.map(({ at }) => at);
            const [from, until] = [Math.min(...times), Math.max(...times)];
            expect(until - from).toBeLessThanOrEqual(MAX_APART_MS);
            const outcomes = new Set(answers.map(({ outcome }) => outcome));
            // A change to refusals contradicts no answer where all are refusals.
            const disturbing = facts.turns.filter(({ to }) => outcomes.has('works') || to === 'accepted');
            expect(disturbing.filter(({ after, by }) => after < until && by > from)).toEqual([]);
            if (culprit === 'application') expect(outcomes.has('works') && outcomes.has('forbidden')).toBe(true);
            // The account is blamed only when every application was refused.
            if (culprit === 'account')
              expect([operation, [...outcomes], cells.length]).toEqual([
                operation,
                ['forbidden'],
                facts.credentials.length,
              ]);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('blames neither, when an answer is taken away, for what it did not blame before', () => {
    fc.assert(
      fc.property(someFacts, fc.nat(14), (facts, removed) => {
        const blamed = (of: AccessFacts) =>
          conclude(of)
            .filter(({ culprit }) => culprit === 'account')
            .flatMap(({ exchangeIds }) => exchangeIds);
        const fewer = facts.cells.map((one, index) => (index === removed ? { ...one, answer: null } : one));
        expect(blamed(facts)).toEqual(expect.arrayContaining(blamed({ ...facts, cells: fewer })));
      }),
      { numRuns: 200 },
    );
  });
});
