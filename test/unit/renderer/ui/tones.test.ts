import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareLeft } from '../../../../src/renderer/ui/countdown-ring.tsx';
import { usageTone } from '../../../../src/renderer/ui/meter.tsx';
import { statusTone } from '../../../../src/renderer/ui/status-code.tsx';

describe('shares and tones', () => {
  it('shareLeft is between 0 and 1 and never grows with time', () => {
    const instant = fc.integer({ min: 0, max: 1e12 });
    fc.assert(
      fc.property(instant, instant, instant, fc.nat(1e9), (from, to, now, later) => {
        const share = shareLeft(from, to, now);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        expect(shareLeft(from, to, now + later)).toBeLessThanOrEqual(share);
      }),
    );
    expect(shareLeft(null, null, 5)).toBe(0);
  });
  it('usageTone warns when a limit is nearly used up', () => {
    expect([0, 3, 4, 5].map((used) => usageTone(used, 5))).toEqual(['good', 'good', 'accent', 'warn']);
    expect(usageTone(0, 0)).toBe('warn');
  });
  it('statusTone is bad for a refusal and warns of a 429 or a server error', () => {
    expect([200, 302, 401, 429, 503, null].map(statusTone)).toEqual(['good', 'info', 'bad', 'warn', 'warn', 'warn']);
  });
});
