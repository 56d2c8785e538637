import { describe, expect, it } from 'vitest';
import { utcText } from '../../../../src/shared/time/utc-text.ts';

describe('utcText', () => {
  it('writes an instant in UTC, to the second', () => {
    expect(utcText(Date.UTC(2026, 10, 22, 16, 40, 5, 999))).toBe('2026-11-22 16:40:05 UTC');
  });

  it.each([Number.NaN, 1e300, -Infinity])('says that %d is no instant', (at) => {
    expect(utcText(at)).toBe('an unknown time');
  });
});
