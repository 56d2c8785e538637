/**
 * Worlds that no rule was made for: each is a hypothesis on tokens, in the words of its test. The seed of every random choice is in SEED;
 * `npx vitest run test/unit/main/tokens/odd-worlds.test.ts -t "<world>"` repeats one.
 */
import { describe, expect, it } from 'vitest';
import { AppError, isAppError } from '../../../../src/shared/app-error.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { newConnection } from '../vault/open-vault.ts';
import { bench, DAY, HOUR, startTokens } from './token-bench.ts';

const SEED = 17;
const MINUTE = 60_000;
type Bench = Awaited<ReturnType<typeof bench>>;

/** One call as the pipeline makes it. Returns the last status; 0 without a token. */
async function click(
  { tokens }: Pick<Bench, 'tokens'>,
  id: string,
  operation: string,
  statusOf: (token: string) => number,
  resource = '',
): Promise<number> {
  const resent = { repeat: false, retry: false };
  for (;;) {
    const bearer = await tokens.bearer(id).catch(() => null);
    if (!bearer) return 0;
    const { generation } = bearer;
    const status = statusOf(bearer.authorization.reveal());
    if (status === 200) tokens.worked(id, generation, operation, resource);
    if (status !== 401 && status !== 403) return status;
    if (status === 401 && resent.retry) tokens.refusedAgain(id, generation);
    if (status === 401 && resent.retry) return status;
    const verdict = await tokens.refused(id, generation, status, operation, !resent.repeat, resource);
    if (verdict === 'final' || resent[verdict]) return status;
    resent[verdict] = true;
  }
}

describe('tokens', () => {
  it('world 1: a header that always says the whole quota is left lets no more be issued than the quota', async () => {
    const { tokens, service, openApi, clock } = await bench();
    service.behave = async () => service.issue({}, { 'ratelimit-limit': '5', 'ratelimit-remaining': '5' });
    for (let turn = 0; turn < 12; turn += 1) {
      await tokens.renew(openApi, true).catch(() => {});
      await clock.advance(10 * MINUTE);
    }
    expect(service.seen.length).toBeLessThanOrEqual(6);
    expect(tokens.status(openApi).quota.doubt).toContain('did not fall');
  });

  it('world 2: two back ends that count apart never block for longer than a day', async () => {
    const { tokens, service, openApi, clock } = await bench();
    let turn = 0;
    service.behave = async () => {
      turn += 1;
      return service.issue({}, { 'ratelimit-limit': '5', 'ratelimit-remaining': turn % 2 ? '4' : '0' });
    };
    const gaps: number[] = [];
    let lastAt = clock.now();
    for (let hour = 0; hour < 24 * 7; hour += 1) {
      const before = service.seen.length;
      await tokens.renew(openApi, true).catch(() => {});
      if (service.seen.length > before) {
        gaps.push(clock.now() - lastAt);
        lastAt = clock.now();
      }
      await clock.advance(HOUR);
    }
    expect(Math.max(...gaps)).toBeLessThanOrEqual(DAY + HOUR);
    const ofDay = (at: number) => service.issuedAt.filter((it) => it > at - DAY && it <= at).length;
    expect(Math.max(...service.issuedAt.map(ofDay))).toBeLessThanOrEqual(5);
  });

  it('world 3: a gateway that fails for three hours leaves a person a token at once when it is back', async () => {
    const { tokens, service, app, clock } = await bench();
    service.behave = async () => ({ status: 502 });
    for (let minute = 0; minute < 180; minute += 1) {
      await tokens.bearer(app).catch(() => {});
      await clock.advance(MINUTE);
    }
    expect(service.seen.length).toBeLessThanOrEqual(4);
    service.behave = async () => service.issue();
    await tokens.renew(app, true);
    expect(tokens.status(app)).toMatchObject({ state: 'valid' });
  });

  it('world 4: a token that is revoked every hour costs one token each, and one click after the first time', async () => {
    const made = await bench();
    const random = new SequenceRandom(SEED);
    const revoked = new Set<string>();
    let failed = 0;
    for (let minute = 0; minute < 5 * 60; minute += 1) {
      const { authorization } = await made.tokens.bearer(made.openApi);
      if (minute % 60 === 59 && minute < 240) revoked.add(authorization.reveal());
      const operation = ['list', 'search', 'quote'][Math.floor(random.fraction() * 3)] ?? 'list';
      const status = await click(made, made.openApi, operation, (token) => (revoked.has(token) ? 401 : 200));
      if (status !== 200) failed += 1;
      await made.clock.advance(MINUTE);
    }
    expect(failed).toBeLessThanOrEqual(3);
    expect(made.service.seen).toHaveLength(5);
  });

  it('world 5: a service that answers 401 to all for half a minute, again and again, costs the quota at most and no click between', async () => {
    const made = await bench();
    let failed = 0;
    for (let second = 0; second < 24 * 3_600; second += 30) {
      const isDown = second % 1_200 === 600;
      const status = await click(made, made.openApi, second % 60 ? 'list' : 'search', () => (isDown ? 401 : 200));
      if (status !== 200 && !isDown) failed += 1;
      await made.clock.advance(30_000);
    }
    expect(made.service.seen.length).toBeLessThanOrEqual(5);
    expect(failed).toBe(0);
  });

  it('world 6: a third of all listings closed to this token costs one token at most, in any order', async () => {
    const random = new SequenceRandom(SEED);
    const made = await bench();
    let wrong = 0;
    for (let step = 0; step < 1_000; step += 1) {
      const listing = Math.floor(random.fraction() * 300);
      const isClosed = listing % 3 === 0;
      const status = await click(made, made.app, 'calendar', () => (isClosed ? 401 : 200), `/listings/${listing}`);
      if ((status === 200) === isClosed) wrong += 1;
      await made.clock.advance(Math.floor(random.fraction() * 30_000));
    }
    expect(wrong).toBe(0);
    expect(made.service.seen.length).toBeLessThanOrEqual(2);
  });

  it('world 7: a connection that is removed and added again counts the tokens of before', async () => {
    const made = await bench();
    const { connection } = made.vault.connectionOf(made.openApi);
    for (let count = 0; count < 5; count += 1) await made.tokens.renew(made.openApi, true);
    await made.vault.remove({ id: connection.id });
    const again = await made.vault.create(newConnection({ name: 'Again' }));
    const id = again.openApi?.id ?? '';
    expect(made.tokens.status(id).quota).toMatchObject({ used: 5, mayIssue: false });
    await expect(made.tokens.bearer(id)).rejects.toMatchObject({ code: 'quotaExhausted' });
    expect(made.service.seen).toHaveLength(5);
  });

  it('world 8: a ledger of nothing but zeros starts, blocks automatic requests for a day, and lets a person ask', async () => {
    const made = await bench();
    await made.tokens.bearer(made.openApi);
    await made.tokens.discard(made.openApi);
    made.tokens.stop();
    made.disk.lines.text = `${'\0'.repeat(120)}\n`.repeat(1_000);
    const again = await startTokens(made.disk, made.clock, made.service, made.cipher);
    const codeOf = (asked: Promise<unknown>) =>
      asked.then(
        () => 'fine',
        (error: unknown) => (isAppError(error) ? error.code : String(error)),
      );
    expect(await codeOf(again.tokens.bearer(made.openApi))).toBe('quotaExhausted');
    expect(again.tokens.status(made.openApi).quota.unconfirmed).toBeGreaterThan(0);
    expect(await codeOf(again.tokens.renew(made.openApi, true))).toBe('fine');
    await again.tokens.discard(made.openApi);
    await made.clock.advance(DAY);
    expect(await codeOf(again.tokens.bearer(made.openApi))).toBe('fine');
  });

  it('world 9: a redirect whose target repeats the secret shows it nowhere', async () => {
    const { tokens, service, openApi, log } = await bench();
    const location =
      'https://user:planted-open-secret@new.test/planted-open-secret/token?client_secret=planted-open-secret#x';
    service.behave = async () => ({ status: 308, headers: { location } });
    const error = await tokens.bearer(openApi).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    const shown = JSON.stringify([(error as AppError).data, tokens.status(openApi)]) + log.text;
    expect(shown).toContain('https://new.test/');
    expect(shown).not.toContain('planted');
  });

  it('world 10: a quota that is said to reset in a second, for ever, is asked about less than once in five minutes', async () => {
    const { tokens, service, openApi, clock } = await bench();
    service.behave = async () => ({ status: 429, headers: { 'retry-after': '1', 'ratelimit-remaining': '0' } });
    for (let second = 0; second < 6 * 360; second += 1) {
      await tokens.bearer(openApi).catch(() => {});
      await clock.advance(10_000);
    }
    expect(service.seen.length).toBeLessThan(6 * 12);
    service.behave = async () => service.issue();
    await tokens.renew(openApi, true).catch(() => {});
    await clock.advance(HOUR);
    await tokens.bearer(openApi);
    expect(tokens.status(openApi).state).toBe('valid');
  });
});
