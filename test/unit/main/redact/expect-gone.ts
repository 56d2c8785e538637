/** Expects that a redacted text has a mark and does not say the values under any escape or encoding. */
import { expect } from 'vitest';
import { valuesIn } from '../../../support/decode.ts';

export function expectGone(clean: string, ...values: readonly string[]): void {
  expect(clean).toContain('[redacted]');
  expect([...valuesIn(clean, values)]).toEqual([]);
}
