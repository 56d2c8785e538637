/** Usage logs that the code of version 0.1.0 wrote, read by the limiter of today. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Limiter } from '../../../../../src/main/traffic/limits/limiter.ts';
import { FakeLog } from '../../../../support/fake-log.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { MemoryUnsyncedLineFile } from '../../../../support/memory-unsynced-line-file.ts';
import { BOOKING_RULES } from './server-model.ts';

const linesOf = (name: string): string[] =>
  readFileSync(new URL(`../../../../fixtures/usage-log/${name}.notes`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

function restore(name: string, now: number) {
  const file = new MemoryUnsyncedLineFile(linesOf(name));
  const clock = new ManualClock(now);
  const limiter = new Limiter({ api: 'booking', rules: BOOKING_RULES, clock, usageLog: { file, log: new FakeLog() } });
  const { windows, pausedUntil, lastHour } = limiter.snapshot();
  return { file, clock, windows: windows.map(({ used, freesAt }) => [used, freesAt]), pausedUntil, lastHour };
}

describe('a usage log of version 0.1.0', () => {
  it('with appended lines: sent, arrived, unanswered, minutes, a pause, jitter', () => {
    const { windows, pausedUntil, lastHour } = restore('appended', 1_795_251_825_942);
    expect(windows).toEqual([
      [2, 1_795_251_826_952],
      [45, 1_795_251_868_565],
      [85, 1_795_255_200_280],
    ]);
    expect(pausedUntil).toBe(1_795_251_910_942);
    expect(lastHour.slice(-4)).toEqual([40, 0, 0, 45]);
  });

  it('that was rewritten with unanswered requests', () => {
    const { windows, pausedUntil, lastHour } = restore('rewritten', 1_795_251_952_215);
    expect(windows).toEqual([
      [5, 1_795_251_953_225],
      [5, 1_795_252_012_225],
      [88, 1_795_255_200_280],
    ]);
    expect(pausedUntil).toBe(1_795_251_992_215);
    // The two unanswered requests count as arriving now.
    expect(lastHour.slice(-6)).toEqual([40, 0, 0, 43, 0, 5]);
  });

  it('is rewritten without loss', () => {
    const now = 1_795_251_952_215;
    const once = restore('rewritten', now);
    expect(once.file.replaced).toBe(1);
    const { windows, pausedUntil } = new Limiter({
      api: 'booking',
      rules: BOOKING_RULES,
      clock: once.clock,
      usageLog: { file: new MemoryUnsyncedLineFile(once.file.kept), log: new FakeLog() },
    }).snapshot();
    expect(windows.map(({ used }) => used)).toEqual([5, 5, 88]);
    expect(pausedUntil).toBe(once.pausedUntil);
  });
});
