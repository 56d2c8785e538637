import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../../src/main/tokens/ledger.ts';
import { quotaOf } from '../../../../src/main/tokens/quota.ts';
import type { Issuance } from '../../../../src/shared/model/token.ts';
import { isSpent } from '../../../../src/shared/token/issuance-slots.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { MemoryLineFile } from '../../../support/memory-line-file.ts';
import { specRules } from '../../../support/spec-rules.ts';
import { DAY, HOUR } from './token-bench.ts';

const START = Date.UTC(2024, 0, 1, 9);
const keyOf = (client: number) =>
  ({ api: 'openApi', clientId: `client-${client}`, tokenUrl: 'https://api.test/oauth2/token' }) as const;
const open = (file: MemoryLineFile, log = new FakeLog()) => Ledger.open({ file, log, now: () => 0 });

/** The lines of `days` days with one issuance a day of each client, as the ledger writes them. */
function years(clients: number, days: number): MemoryLineFile {
  const lines: string[] = [];
  for (let day = 0; day < days; day += 1)
    for (let client = 0; client < clients; client += 1) {
      const id = `d${day}c${client}`;
      const at = START + day * DAY;
      const server = { limit: 5, remaining: 4, resetAt: at + DAY, receivedAt: at };
      lines.push(JSON.stringify({ kind: 'sent', id, ...keyOf(client), at, cause: 'expiry', renewal: true }));
      lines.push(JSON.stringify({ kind: 'confirmed', id, at: at + 300, server, exhausted: false, rejected: null }));
    }
  return new MemoryLineFile(lines);
}

const lineCount = (file: MemoryLineFile) => file.lines().lines.length;

describe('a ledger of three years', () => {
  it('is compacted when it is opened, and then stays as it is', () => {
    const file = years(6, 3 * 365);
    const before = open(new MemoryLineFile(file.lines().lines)).view(keyOf(3));
    const ledger = open(file);
    expect(lineCount(file)).toBeLessThan(1_000);
    const { text } = file;
    expect(open(file).view(keyOf(3))).toEqual(ledger.view(keyOf(3)));
    expect(file.text).toBe(text);
    expect(ledger.view(keyOf(3))).toEqual(before);
    expect(ledger.view(keyOf(3)).issuances.at(-1)).toMatchObject({ at: START + (3 * 365 - 1) * DAY });
  });

  it('keeps what an unknown version wrote, and goes on when the file cannot be replaced', () => {
    const file = years(6, 3 * 365);
    file.text = `{"kind":"of tomorrow","id":"d1c1"}\n${file.text}`;
    const { text } = file;
    file.failAppends = true;
    const log = new FakeLog();
    expect(open(file, log).view(keyOf(0)).issuances.length).toBeGreaterThan(0);
    expect(file.text).toBe(text);
    expect(log.entries.some(({ message }) => message.includes('could not be compacted'))).toBe(true);
    file.failAppends = false;
    open(file);
    expect(lineCount(file)).toBeLessThan(1_000);
    expect(file.text).toContain('of tomorrow');
  });

  it('keeps a request that was in flight, a rejection, a lifetime and a correction of the clock', () => {
    const file = years(1, 700);
    const ledger = open(file);
    const key = keyOf(0);
    const at = START + 700 * DAY;
    ledger.begin(key, { id: 'last', at, cause: 'start', renewal: true });
    ledger.settle('last', { outcome: 'confirmed', at, server: null, lifetimeMs: HOUR });
    ledger.begin(key, { id: 'rejected', at, cause: 'start', renewal: true });
    const rejected = { identity: 'i', status: 401, serverCode: null };
    ledger.settle('rejected', { outcome: 'refused', at, server: null, rejected });
    ledger.clockCorrected(key, 5 * HOUR, at, true);
    const view = open(new MemoryLineFile(file.lines().lines)).view(key);
    const grown = new MemoryLineFile([
      ...years(2, 700)
        .lines()
        .lines.filter((it) => it.includes('c1')),
      ...file.lines().lines,
    ]);
    const compacted = open(grown).view(key);
    expect(compacted).toEqual(view);
    expect(open(grown).view(key)).toEqual(view);
    expect(view).toMatchObject({ lifetimeMs: HOUR, rejected: { identity: 'i' } });
    expect(view.issuances.at(-1)?.at).toBe(at + 5 * HOUR);
  });
});

describe('whatever the ledger holds', () => {
  const entry = fc.record({
    gapMs: fc.oneof(fc.nat(3 * HOUR), fc.nat(30 * HOUR), fc.integer({ min: -400 * DAY, max: 400 * DAY })),
    outcome: fc.constantFrom<Issuance['outcome']>('confirmed', 'confirmed', 'lost', 'refused', 'sent'),
    correctionMs: fc.option(fc.integer({ min: -30 * HOUR, max: 30 * HOUR }), { freq: 10 }),
    reset: fc.integer({ min: 0, max: 60 }).map((it) => it === 0),
  });

  it('compaction loses no issuance that counts, whenever it happens', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 10, maxLength: 150 }), (entries) => {
        const file = years(1, 260);
        // This ledger has been open since then, so it was not compacted in between.
        const [key, whole] = [keyOf(0), open(new MemoryLineFile())];
        const both = [open(file), whole];
        let now = START + 260 * DAY;
        entries.forEach(({ gapMs, outcome, correctionMs, reset }, index) => {
          now = Math.max(START, now + gapMs);
          const id = `e${index}`;
          for (const ledger of both) {
            ledger.begin(key, { id, at: now, cause: 'start', renewal: true });
            if (outcome !== 'sent') ledger.settle(id, { outcome, at: now + 40, server: null });
            if (correctionMs !== null) ledger.clockCorrected(key, correctionMs, now, true);
            if (reset) ledger.resetQuota(key, now);
          }
        });
        const counted = open(file).view(key).issuances;
        const all = whole.view(key).issuances;
        const lastSpent = all.filter(isSpent).slice(-60);
        expect(counted.map(({ id }) => id)).toEqual(expect.arrayContaining(lastSpent.map(({ id }) => id)));
        for (const rules of [specRules('openApi'), specRules('booking')])
          for (const reset of ['rolling', 'utcMidnight'] as const)
            for (const instant of [now, now + 3 * HOUR, now + DAY + 1]) {
              const facts = { rules, reset, server: null, now: instant };
              const lost = (it: Issuance): Issuance => (it.outcome === 'sent' ? { ...it, outcome: 'lost' } : it);
              const after = quotaOf({ ...facts, issuances: counted.filter(({ id }) => id.startsWith('e')) });
              expect(after).toEqual(quotaOf({ ...facts, issuances: all.map(lost) }));
            }
      }),
      { numRuns: 25 },
    );
  });
});
