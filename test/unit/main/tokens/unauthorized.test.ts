/** A 401 of a token that has not expired: whether it is about the token or about the operation. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../support/manual-clock.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { bench, DAY, HOUR } from './token-bench.ts';

const MINUTE = 60_000;
/** A success this long ago says nothing about the token any more. */
const STALE = 5 * MINUTE;

type Bench = Awaited<ReturnType<typeof bench>>;
type Service = (operation: string, token: number) => 200 | 401 | 403;

/** One call as the pipeline makes it: at most once more with the same token, and once with a newer one. Returns the status of each attempt. */
async function call(made: Bench, operation: string, service: Service, repeatable = true): Promise<number[]> {
  const { tokens, openApi } = made;
  const statuses: number[] = [];
  const resent = { repeat: false, retry: false };
  for (;;) {
    const { authorization, generation } = await tokens.bearer(openApi);
    const status = service(operation, Number(/(\d+)$/.exec(authorization.reveal())?.[1]));
    statuses.push(status);
    if (status === 200) {
      tokens.worked(openApi, generation, operation);
      return statuses;
    }
    if (status === 401 && resent.retry) return statuses;
    const verdict = await tokens.refused(openApi, generation, status, operation, repeatable && !resent.repeat);
    if (verdict === 'final' || resent[verdict]) return statuses;
    resent[verdict] = true;
  }
}

const broken: Service = (operation) => (operation === 'broken' ? 401 : 200);

describe('a 401 of one operation while another works with the same token', () => {
  it('issues no token, and the working operation keeps its token', async () => {
    const made = await bench();
    for (let turn = 0; turn < 50; turn += 1) {
      expect(await call(made, 'list', broken)).toEqual([200]);
      expect((await call(made, 'broken', broken)).at(-1)).toBe(401);
    }
    expect(made.service.seen).toHaveLength(1);
    expect(made.tokens.status(made.openApi)).toMatchObject({ state: 'valid', generation: 1 });
  });

  it('issues none however much time lies between the calls', async () => {
    const made = await bench();
    await call(made, 'list', broken);
    for (let turn = 0; turn < 20; turn += 1) {
      await made.clock.advance(HOUR);
      expect((await call(made, 'broken', broken)).at(-1)).toBe(401);
      await made.clock.advance(5 * MINUTE);
    }
    expect(made.service.seen).toHaveLength(1);
  });

  it('sends the request once more with the same token, but not again while it stays refused', async () => {
    const made = await bench();
    await call(made, 'list', broken);
    expect(await call(made, 'broken', broken)).toEqual([401, 401]);
    expect(await call(made, 'broken', broken)).toEqual([401]);
  });

  it('costs one token at most for an operation that had worked and is refused from then on', async () => {
    const made = await bench();
    await call(made, 'broken', () => 200);
    for (let turn = 0; turn < 50; turn += 1) {
      await call(made, 'list', broken);
      await made.clock.advance(STALE + 4 * MINUTE);
      await call(made, 'broken', broken);
      await made.clock.advance(MINUTE);
    }
    expect(made.service.seen.length).toBeLessThanOrEqual(2);
  });
});

describe('a 401 that passes', () => {
  it('is repeated with the same token and costs nothing', async () => {
    const made = await bench();
    const random = new SequenceRandom(7);
    const service: Service = () => (random.fraction() < 0.01 ? 401 : 200);
    for (let turn = 0; turn < 1_500; turn += 1) {
      await call(made, turn % 3 === 0 ? 'list' : 'search', service);
      await made.clock.advance(1_000);
    }
    expect(made.service.seen).toHaveLength(1);
  });

  it('of a write is not repeated, and costs nothing while another operation works', async () => {
    const made = await bench();
    await call(made, 'search', broken);
    expect(await call(made, 'broken', broken, false)).toEqual([401]);
    expect(made.service.seen).toHaveLength(1);
  });
});

describe('a token that the service no longer accepts', () => {
  const dies: Service = (_, token) => (token === 1 ? 401 : 200);

  it('is replaced when the only operation that had worked is refused twice', async () => {
    const made = await bench();
    await call(made, 'list', () => 200);
    expect(await call(made, 'list', dies)).toEqual([401, 401, 200]);
    expect(made.service.seen).toHaveLength(2);
  });

  it('is replaced at the first refused operation when the others worked long ago', async () => {
    const made = await bench();
    for (const operation of ['list', 'search']) await call(made, operation, () => 200);
    await made.clock.advance(STALE);
    expect(await call(made, 'list', dies)).toEqual([401, 401, 200]);
    expect(made.service.seen).toHaveLength(2);
  });

  it('is replaced when all operations that had worked are refused', async () => {
    const made = await bench();
    for (const operation of ['list', 'search']) await call(made, operation, () => 200);
    expect(await call(made, 'list', dies)).toEqual([401, 401]);
    expect(await call(made, 'search', dies)).toEqual([401, 401, 200]);
    expect(await call(made, 'list', dies)).toEqual([200]);
    expect(made.service.seen).toHaveLength(2);
  });

  it('stays in use when no slot may be spent on the suspicion, and works again when the service recovers', async () => {
    const made = await bench();
    for (let turn = 0; turn < 3; turn += 1) await made.tokens.renew(made.openApi, false);
    await call(made, 'list', () => 200);
    expect(await call(made, 'list', () => 401)).toEqual([401, 401]);
    expect(made.tokens.status(made.openApi)).toMatchObject({ state: 'valid', quota: { remaining: 2 } });
    expect(await call(made, 'list', () => 200)).toEqual([200]);
    expect(made.service.seen).toHaveLength(3);
  });

  it('stays in use when no slot is left', async () => {
    const made = await bench();
    for (let turn = 0; turn < 5; turn += 1) await made.tokens.renew(made.openApi, true);
    await call(made, 'list', () => 200);
    expect(await call(made, 'list', () => 401)).toEqual([401, 401]);
    expect(await call(made, 'list', () => 200)).toEqual([200]);
  });
});

describe('whatever the service answers to whichever operation', () => {
  const OPERATIONS = ['list', 'search', 'quote'] as const;
  const step = fc.record({
    operation: fc.constantFrom(...OPERATIONS),
    status: fc.constantFrom<(200 | 401 | 403)[]>(200, 200, 401, 403),
    lasting: fc.boolean(),
    repeatable: fc.boolean(),
    waitMs: fc.oneof({ weight: 3, arbitrary: fc.nat(2 * MINUTE) }, fc.nat(3 * HOUR)),
    restart: fc.integer({ min: 0, max: 30 }).map((it) => it === 0),
  });

  it('no token is issued while another operation works with this one, nor more than the quota', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const made = await bench();
        let { tokens } = made;
        /** The last success of each operation with the current token. */
        let workedAt = new Map<string, number>();
        let lastGeneration: number | undefined;
        for (const { operation, status, lasting, repeatable, waitMs, restart } of steps) {
          await made.clock.advance(waitMs);
          if (restart) {
            tokens.stop();
            ({ tokens } = await made.restart());
            // What worked before the restart is not known any more.
            workedAt = new Map();
          }
          const generation = (await tokens.bearer(made.openApi).catch(() => null))?.generation;
          if (generation !== lastGeneration) workedAt = new Map();
          lastGeneration = generation;
          const before = made.service.seen.length;
          let attempts = 0;
          const service: Service = () => {
            attempts += 1;
            return lasting || attempts === 1 ? status : 200;
          };
          const statuses = await call({ ...made, tokens }, operation, service, repeatable).catch(() => []);
          await settle();
          const issued = made.service.seen.length - before;
          expect(issued).toBeLessThanOrEqual(1);
          if (issued > 0 && status !== 403) {
            const working = [...workedAt].filter(([other, at]) => other !== operation && made.clock.now() - at < STALE);
            expect(working).toEqual([]);
          }
          if (issued > 0) workedAt = new Map();
          if (statuses.at(-1) === 200) workedAt.set(operation, made.clock.now());
          else workedAt.delete(operation);
          const ofDay = made.service.issuedAt.filter((at) => at > made.clock.now() - DAY);
          expect(ofDay.length).toBeLessThanOrEqual(5);
        }
        tokens.stop();
      }),
      { numRuns: 150 },
    );
  });
});
