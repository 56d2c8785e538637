/** Quota and lifetime as data: other services than that of the specification. */
import { describe, expect, it } from 'vitest';
import { tokenRulesOf } from '../../../../src/main/api/presets.ts';
import { maxPerDay, quotaOf, rulesInForce } from '../../../../src/main/tokens/quota.ts';
import { PRESET_TOKEN_RULES } from '../../../../src/shared/model/token-rules.ts';
import { specRules } from '../../../support/spec-rules.ts';
import { bench, DAY, HOUR } from './token-bench.ts';

const CALLS = 144;

/** One call every ten minutes of a day to a service that refuses expired tokens. Returns how many calls had no token that it accepts. */
async function day({ tokens, ...made }: Awaited<ReturnType<typeof bench>>, id: string): Promise<number> {
  let without = 0;
  for (let call = 0; call < CALLS; call += 1) {
    const bearer = await tokens.bearer(id).catch(() => null);
    const isExpired = made.clock.now() >= (tokens.status(id).expiresAt ?? 0);
    const isAccepted =
      bearer !== null && (!isExpired || (await tokens.refused(id, bearer.generation, 401, 'list')) === 'retry');
    if (!isAccepted) without += 1;
    await made.clock.advance(DAY / CALLS);
  }
  return without;
}

describe('a custom service whose tokens live for an hour', () => {
  it('gets a token whenever it needs one, although nobody chose other rules', async () => {
    const made = await bench();
    made.service.behave = async () => made.service.issue({ expires_in: 3_600 });
    expect(await day(made, made.openApi)).toBe(0);
    expect(await day(made, made.app)).toBe(0);
    expect(made.tokens.status(made.openApi).quota).toMatchObject({ limit: null, remaining: null, mayIssue: true });
  });

  it('keeps the quota that a person chose', async () => {
    const made = await bench();
    made.service.behave = async () => made.service.issue({ expires_in: 3_600 });
    const rules = { unit: 'issuances' as const, limit: 7, lifetimeMs: HOUR };
    const tokenRules = { openApi: { kind: 'custom' as const, rules } };
    await made.vault.update({ id: made.connectionId, tokenRules });
    expect(await day(made, made.openApi)).toBeGreaterThan(0);
    expect(made.service.issuedAt).toHaveLength(7);
  });

  it('keeps to a quota that its endpoint reports', async () => {
    const made = await bench();
    const left = () => ({ 'ratelimit-limit': '10', 'ratelimit-remaining': String(9 - made.service.issuedAt.length) });
    made.service.behave = async () => made.service.issue({ expires_in: 3_600 }, left());
    await day(made, made.openApi);
    expect(made.service.issuedAt).toHaveLength(10);
    expect(made.tokens.status(made.openApi).quota).toMatchObject({ limit: 10, remaining: 0, mayIssue: false });
  });

  it('remembers across a restart that the published quota is not its own', async () => {
    const made = await bench();
    made.service.behave = async () => made.service.issue({ expires_in: 3_600 });
    await day(made, made.openApi);
    const { tokens } = await made.restart();
    expect(tokens.status(made.openApi).quota).toMatchObject({ limit: null, mayIssue: true });
  });
});

describe('the service of the specification', () => {
  describe.each([
    ['one answer', (number: number) => number === 0],
    ['every other answer', (number: number) => number % 2 === 0],
    ['every answer', () => true],
  ] as const)('when a proxy adds headers to %s', (_, lies) => {
    it.each<[string, Record<string, string>]>([
      ['more left than the limit', { 'ratelimit-limit': '5', 'ratelimit-remaining': '50' }],
      ['more left, and no limit', { 'ratelimit-remaining': '50' }],
      ['two limits', { 'ratelimit-limit': '50', 'ratelimit-remaining': '50', 'x-ratelimit-limit-day': '5' }],
    ])('keeps its quota: %s', async (__, headers) => {
      const made = await bench({ presetId: 'guesty' });
      const headersNow = () => (lies(made.service.issuedAt.length) ? headers : {});
      made.service.behave = async () => made.service.issue({ expires_in: 600 }, headersNow());
      await day(made, made.openApi);
      expect(made.service.issuedAt).toHaveLength(5);
    });

    it('believes the smaller of two counts', async () => {
      const made = await bench({ presetId: 'guesty' });
      const headers = { 'ratelimit-limit': '5', 'ratelimit-remaining': '4', 'x-ratelimit-remaining-day': '0' };
      const headersNow = () => (lies(made.service.issuedAt.length) ? headers : {});
      made.service.behave = async () => made.service.issue({ expires_in: 600 }, headersNow());
      await day(made, made.openApi);
      expect(made.service.issuedAt).toHaveLength(1);
    });
  });

  it('keeps the last count that was believed', async () => {
    const made = await bench({ presetId: 'guesty' });
    // Another client has used two slots; then a proxy answers.
    made.service.behave = async () => {
      const remaining = made.service.issuedAt.length === 0 ? '2' : '50';
      return made.service.issue({ expires_in: 600 }, { 'ratelimit-limit': '5', 'ratelimit-remaining': remaining });
    };
    await day(made, made.openApi);
    expect(made.service.issuedAt).toHaveLength(3);
  });

  it('keeps its quota even if an answer states an hour', async () => {
    const made = await bench({ presetId: 'guesty' });
    made.service.behave = async () => made.service.issue({ expires_in: 3_600 });
    expect(await day(made, made.openApi)).toBeGreaterThan(0);
    expect(made.service.issuedAt).toHaveLength(5);
  });
});

describe('token rules', () => {
  it('are those of the preset with their provenance, another set of it, or the person’s own', () => {
    const preset = { presetId: 'guesty' as const, tokenRules: PRESET_TOKEN_RULES };
    expect(tokenRulesOf(preset, 'openApi')).toMatchObject({
      rules: { unit: 'issuances', limit: 5, lifetimeMs: DAY },
      assumed: false,
      provenance: 'spec',
    });
    expect(tokenRulesOf(preset, 'booking').rules).toEqual({ unit: 'renewals', limit: 3, lifetimeMs: DAY });
    expect(tokenRulesOf({ ...preset, presetId: 'custom' }, 'openApi').assumed).toBe(true);
    const none = { ...PRESET_TOKEN_RULES, openApi: { kind: 'preset' as const, setId: 'none' } };
    expect(tokenRulesOf({ ...preset, tokenRules: none }, 'openApi').rules.limit).toBeNull();
    const rules = { unit: 'issuances' as const, limit: 7, lifetimeMs: HOUR };
    const own = { ...PRESET_TOKEN_RULES, openApi: { kind: 'custom' as const, rules } };
    expect(tokenRulesOf({ ...preset, tokenRules: own }, 'openApi')).toEqual({ rules, assumed: false });
  });

  it('are three renewals by default, and five as the vendor’s page says when a person chooses that', async () => {
    const made = await bench({ presetId: 'guesty' });
    const chosen = { ...PRESET_TOKEN_RULES, booking: { kind: 'preset' as const, setId: 'documented' } };
    const remaining = () => made.tokens.status(made.app).quota.remaining;
    expect(remaining()).toBe(4);
    await made.vault.update({ id: made.connectionId, tokenRules: chosen });
    expect(remaining()).toBe(6);
    expect(tokenRulesOf({ presetId: 'guesty', tokenRules: chosen }, 'booking')).toMatchObject({
      ...{ provenance: 'documented', remark: expect.stringContaining('October 2026') },
      rules: { unit: 'renewals', limit: 5 },
    });
    // What the server reports wins over both.
    made.service.behave = async () => made.service.issue({}, { 'ratelimit-limit': '3', 'ratelimit-remaining': '0' });
    await made.tokens.bearer(made.app);
    expect(made.tokens.status(made.app).quota).toMatchObject({ limit: 3, mayIssue: false });
  });

  it('count one more token a day where only renewals count', () => {
    expect(maxPerDay(specRules('openApi'))).toBe(5);
    expect(maxPerDay(specRules('booking'))).toBe(4);
    expect(maxPerDay({ unit: 'issuances', limit: null })).toBeNull();
  });

  it('lose an assumed quota only when its tokens would not last for a day', () => {
    const rules = specRules('openApi');
    expect(rulesInForce(rules, true, null)).toBe(rules);
    expect(rulesInForce(rules, true, 5 * HOUR)).toBe(rules);
    expect(rulesInForce(rules, true, 4 * HOUR).limit).toBeNull();
    expect(rulesInForce(rules, false, HOUR)).toBe(rules);
  });

  it('without a quota always allow a token, and count those of the day', () => {
    const issuances = [1, 2, 3, 4, 5, 6].map((at) => ({
      id: `i${at}`,
      at,
      settledAt: at,
      cause: 'start' as const,
      renewal: true,
      outcome: 'confirmed' as const,
    }));
    const rules = { unit: 'issuances' as const, limit: null };
    expect(quotaOf({ rules, reset: 'rolling', issuances, server: null, now: HOUR })).toMatchObject({
      limit: null,
      used: 6,
      remaining: null,
      mayIssue: true,
      nextSlotAt: null,
    });
  });
});
