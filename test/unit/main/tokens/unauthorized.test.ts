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
type Service = (operation: string, token: number, resource: string) => 200 | 401 | 403;

/** One call as the pipeline makes it: at most once more with the same token, and once with a newer one. Returns the status of each attempt. */
async function call(
  made: Bench,
  operation: string,
  service: Service,
  { repeatable = true, resource = '' }: { repeatable?: boolean; resource?: string } = {},
): Promise<number[]> {
  const { tokens, openApi } = made;
  const statuses: number[] = [];
  const resent = { repeat: false, retry: false };
  for (;;) {
    const { authorization, generation } = await tokens.bearer(openApi);
    const status = service(operation, Number(/(\d+)$/.exec(authorization.reveal())?.[1]), resource);
    statuses.push(status);
    if (status === 200) {
      tokens.worked(openApi, generation, operation, resource);
      return statuses;
    }
    if (status === 401 && resent.retry) {
      tokens.refusedAgain(openApi, generation);
      return statuses;
    }
    const mayRepeat = repeatable && !resent.repeat;
    const verdict = await tokens.refused(openApi, generation, status, operation, mayRepeat, resource);
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
    let status: 200 | 401 = 200;
    const service: Service = () => {
      status = status === 200 && random.fraction() < 0.01 ? 401 : 200;
      return status;
    };
    for (let turn = 0; turn < 1_500; turn += 1) {
      await call(made, turn % 3 === 0 ? 'list' : 'search', service);
      await made.clock.advance(1_000);
    }
    expect(made.service.seen).toHaveLength(1);
  });

  it('of a write is not repeated, and costs nothing while another operation works', async () => {
    const made = await bench();
    await call(made, 'search', broken);
    expect(await call(made, 'broken', broken, { repeatable: false })).toEqual([401]);
    expect(made.service.seen).toHaveLength(1);
  });
});

describe('a 401 of one resource while the same operation works for others', () => {
  const closed: Service = (_, __, resource) => (resource.startsWith('/closed') ? 401 : 200);
  const calendar = (made: Bench, resource: string, service = closed) => call(made, 'calendar', service, { resource });

  it('issues no token in a list of two hundred, nor when it is tried again alone', async () => {
    const made = await bench();
    for (let index = 0; index < 200; index += 1) {
      const isClosed = index === 100;
      const statuses = await calendar(made, isClosed ? '/closed' : `/listings/${index}`);
      expect(statuses).toEqual(isClosed ? [401, 401] : [200]);
      await made.clock.advance(220);
    }
    for (let again = 0; again < 10; again += 1) {
      expect(await calendar(made, '/closed')).toEqual([401]);
      await made.clock.advance(again * MINUTE);
    }
    expect(made.service.seen).toHaveLength(1);
    expect(made.tokens.status(made.openApi)).toMatchObject({ state: 'valid', generation: 1 });
  });

  it('issues at most one for any number of them, one after the other', async () => {
    const made = await bench();
    for (let index = 0; index < 60; index += 1) {
      await calendar(made, index % 3 === 0 ? `/listings/${index}` : `/closed/${index}`);
      await made.clock.advance(220);
    }
    expect(made.service.seen.length).toBeLessThanOrEqual(2);
  });

  it('does not hide that the token was revoked: the next refusal of any other replaces it', async () => {
    const dies: Service = (_, token) => (token === 1 ? 401 : 200);
    const made = await bench();
    await calendar(made, '/listings/1');
    expect(await calendar(made, '/listings/2', dies)).toEqual([401, 401]);
    expect(await calendar(made, '/listings/3', dies)).toEqual([401, 401, 200]);
    expect(await calendar(made, '/listings/2', dies)).toEqual([200]);
    const alone = await bench();
    await calendar(alone, '/listings/1');
    expect(await calendar(alone, '/listings/2', dies)).toEqual([401, 401]);
    expect(await calendar(alone, '/listings/2', dies)).toEqual([401, 200]);
  });
});

describe('401s of some requests while an operation keeps working with the token', () => {
  const listings = (made: Bench, index: number) =>
    call(made, 'calendar', () => 200, { resource: `/listings/${index}` });

  it('cost one token a day at most when a resource and an operation that never worked are refused in turn', async () => {
    const made = await bench();
    const closed: Service = (operation, _, resource) => (operation === 'broken' || resource === '/closed' ? 401 : 200);
    for (let turn = 0; turn < 60; turn += 1) {
      await listings(made, turn);
      await made.clock.advance(MINUTE);
      await call(made, 'calendar', closed, { resource: '/closed' });
      await made.clock.advance(MINUTE);
      if (turn % 2 === 0) await listings(made, turn);
      await call(made, 'broken', closed);
      await made.clock.advance(MINUTE);
    }
    expect(made.service.seen.length).toBeLessThanOrEqual(2);
  });

  it('cost one token a day at most when a request that had worked is refused twice every ten minutes', async () => {
    const made = await bench();
    for (let minute = 0; minute < 12 * 60; minute += 1) {
      let attempts = 0;
      const flaky: Service = () => {
        attempts += 1;
        return minute % 10 === 9 && attempts <= 2 ? 401 : 200;
      };
      await call(made, 'calendar', flaky, { resource: '/listings/1' });
      await made.clock.advance(MINUTE);
    }
    expect(made.service.seen).toHaveLength(2);
  });

  it('cost one token a day at most, whichever they are and however often', async () => {
    const step = fc.record({
      operation: fc.constantFrom('calendar', 'search', 'broken'),
      resource: fc.constantFrom('/1', '/2', '/3'),
      /** So many attempts of the click are refused. */
      refused: fc.constantFrom(0, 0, 1, 2, 2, 3),
      repeatable: fc.boolean(),
      waitMs: fc.oneof(fc.nat(MINUTE), fc.nat(20 * MINUTE)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const made = await bench();
        for (const [index, { operation, resource, refused, repeatable, waitMs }] of steps.entries()) {
          let attempts = 0;
          const service: Service = () => {
            attempts += 1;
            return attempts <= refused ? 401 : 200;
          };
          expect(await listings(made, index)).toEqual([200]);
          await call(made, operation, service, { resource, repeatable });
          await made.clock.advance(waitMs);
        }
        made.tokens.stop();
        expect(made.service.seen.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 25 },
    );
  });

  it('do not hide a token that is revoked later that day: the second refused request replaces it', async () => {
    const made = await bench();
    const dies =
      (last: number): Service =>
      (_, token) =>
        token <= last ? 401 : 200;
    for (const operation of ['list', 'search']) await call(made, operation, () => 200);
    expect(await call(made, 'list', dies(1))).toEqual([401, 401, 200]);
    await call(made, 'search', dies(1));
    await made.clock.advance(HOUR);
    expect(await call(made, 'list', dies(2))).toEqual([401, 401]);
    expect(await call(made, 'search', dies(2))).toEqual([401, 401, 200]);
    await made.clock.advance(DAY);
    for (const operation of ['list', 'search']) await call(made, operation, dies(2));
    const { generation } = await made.tokens.bearer(made.openApi);
    expect((await call(made, 'list', dies(generation))).at(-1)).toBe(200);
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

  it('is replaced within the click although another operation worked just before', async () => {
    const made = await bench();
    for (const operation of ['list', 'search']) await call(made, operation, () => 200);
    expect(await call(made, 'list', dies)).toEqual([401, 401, 200]);
    expect(await call(made, 'search', dies)).toEqual([200]);
    expect(made.service.seen).toHaveLength(2);
  });

  it('is replaced by a refusal of another operation, also of a request that is sent once', async () => {
    const made = await bench();
    for (const operation of ['list', 'quote']) await call(made, operation, () => 200, { resource: '/1' });
    expect(await call(made, 'list', dies, { repeatable: false, resource: '/2' })).toEqual([401]);
    expect(await call(made, 'quote', dies, { repeatable: false, resource: '/2' })).toEqual([401, 200]);
    expect(made.service.seen).toHaveLength(2);
  });

  it('is replaced while a slot is left, once', async () => {
    const made = await bench();
    for (let turn = 0; turn < 3; turn += 1) await made.tokens.renew(made.openApi, false);
    await call(made, 'list', () => 200);
    expect(await call(made, 'list', () => 401)).toEqual([401, 401, 401]);
    for (let turn = 0; turn < 5; turn += 1) expect((await call(made, 'list', () => 401)).at(-1)).toBe(401);
    expect(made.tokens.status(made.openApi)).toMatchObject({ quota: { remaining: 1 } });
    expect(await call(made, 'list', () => 200)).toEqual([200]);
    expect(made.service.seen).toHaveLength(4);
  });

  it('is not replaced from the reserve, nor from the second half of the quota when nothing ever worked with it', async () => {
    const made = await bench();
    await made.vault.update({ id: made.connectionId, issuanceReserve: 2 });
    for (let turn = 0; turn < 3; turn += 1) await made.tokens.renew(made.openApi, false);
    await call(made, 'list', () => 200);
    expect(await call(made, 'list', () => 401)).toEqual([401, 401]);
    expect(await call(made, 'list', () => 200)).toEqual([200]);
    expect(made.service.seen).toHaveLength(3);
    const fresh = await bench();
    for (let turn = 0; turn < 3; turn += 1) await fresh.tokens.renew(fresh.openApi, false);
    expect(await call(fresh, 'list', () => 401)).toEqual([401, 401]);
    expect(fresh.service.seen).toHaveLength(3);
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
  const step = fc.record({
    operation: fc.constantFrom('list', 'search', 'quote'),
    resource: fc.constantFrom('', '/1', '/2'),
    status: fc.constantFrom<(200 | 401 | 403)[]>(200, 200, 401, 403),
    lasting: fc.boolean(),
    repeatable: fc.boolean(),
    waitMs: fc.oneof({ weight: 3, arbitrary: fc.nat(2 * MINUTE) }, fc.nat(3 * HOUR)),
    restart: fc.integer({ min: 0, max: 30 }).map((it) => it === 0),
  });

  it('no token is issued that has worked since the refusals began, nor more than the quota', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const made = await bench();
        let { tokens } = made;
        /** Since when each request is refused, and when any last worked, with the current token. */
        let refusedSince = new Map<string, number>();
        let workedAt = Number.NEGATIVE_INFINITY;
        const forget = () => {
          refusedSince = new Map();
          workedAt = Number.NEGATIVE_INFINITY;
        };
        let lastGeneration: number | undefined;
        for (const { operation, resource, status, lasting, repeatable, waitMs, restart } of steps) {
          await made.clock.advance(1 + waitMs);
          if (restart) {
            tokens.stop();
            ({ tokens } = await made.restart());
            forget();
          }
          const generation = (await tokens.bearer(made.openApi).catch(() => null))?.generation;
          if (generation !== lastGeneration) forget();
          lastGeneration = generation;
          const before = made.service.seen.length;
          let attempts = 0;
          const service: Service = () => {
            attempts += 1;
            return lasting || attempts === 1 ? status : 200;
          };
          const options = { repeatable, resource };
          const statuses = await call({ ...made, tokens }, operation, service, options).catch(() => []);
          await settle();
          const issued = made.service.seen.length - before;
          expect(issued).toBeLessThanOrEqual(1);
          const request = `${operation} ${resource}`;
          if (statuses.at(-1) === 401 && !refusedSince.has(request)) refusedSince.set(request, made.clock.now());
          if (issued > 0 && status !== 403) {
            const since = refusedSince.get(request) ?? made.clock.now();
            expect(workedAt).toBeLessThan(since);
          }
          if (issued > 0) forget();
          if (statuses.at(-1) === 200) {
            workedAt = made.clock.now();
            refusedSince.delete(request);
          }
          const ofDay = made.service.issuedAt.filter((at) => at > made.clock.now() - DAY);
          expect(ofDay.length).toBeLessThanOrEqual(5);
        }
        tokens.stop();
      }),
      { numRuns: 25 },
    );
  });
});
