import { describe, expect, it } from 'vitest';
import { Findings } from '../../../../../src/main/traffic/limits/findings.ts';

const DAY = 86_400_000;
const facts = { kind: 'rateLimited', windowMs: 60_000, limit: 275, ours: 12, theirs: null, exchangeId: 'x1' } as const;

describe('Findings', () => {
  it('keeps one finding per kind and window, with its count and times', () => {
    const findings = new Findings();
    findings.record(facts, 1_000);
    findings.record({ ...facts, windowMs: 1_000 }, 2_000);
    findings.record({ ...facts, ours: 20, exchangeId: 'x2' }, 3_000);
    expect(findings.list(3_000)).toEqual([
      { ...facts, ours: 20, exchangeId: 'x2', times: 2, firstAt: 1_000, lastAt: 3_000 },
      { ...facts, windowMs: 1_000, times: 1, firstAt: 2_000, lastAt: 2_000 },
    ]);
  });

  it('counts an ongoing finding as one occurrence', () => {
    const findings = new Findings();
    for (let at = 0; at < 90_000; at += 1_000) findings.record({ ...facts, kind: 'otherClients' }, at);
    expect(findings.list(90_000)).toMatchObject([{ times: 1, firstAt: 0, lastAt: 89_000 }]);
  });

  it('drops a stricter finding when the rules are as strict as the server', () => {
    const findings = new Findings();
    const stricter = { ...facts, kind: 'stricter', exchangeId: null } as const;
    findings.record({ ...stricter, windowMs: 1_000, limit: null, theirs: 5 }, 0);
    findings.record({ ...stricter, limit: 300, theirs: 275 }, 0);
    findings.record({ ...stricter, windowMs: 3_600_000, limit: null, theirs: 16_500 }, 0);
    findings.record(facts, 0);
    const left = () => findings.list(1).map(({ kind, windowMs }) => [kind, windowMs]);
    findings.rulesChanged([
      { windowMs: 1_000, limit: 5 },
      { windowMs: 60_000, limit: 276 },
    ]);
    expect(left()).toEqual([
      ['rateLimited', 60_000],
      ['stricter', 3_600_000],
      ['stricter', 60_000],
    ]);
    findings.rulesChanged([]);
    expect(left()).toHaveLength(3);
  });

  it('drops findings a day after their last occurrence, and keeps a limited number', () => {
    const findings = new Findings();
    findings.record(facts, 0);
    expect([findings.list(DAY - 1).length, findings.list(DAY).length]).toEqual([1, 0]);
    findings.record(facts, DAY);
    expect(findings.list(DAY)).toMatchObject([{ times: 1, firstAt: DAY }]);
    for (let index = 0; index < 100; index += 1) findings.record({ ...facts, windowMs: 1_000 + index }, DAY);
    expect(findings.list(DAY)).toHaveLength(24);
  });
});
