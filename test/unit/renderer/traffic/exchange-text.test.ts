import { expect, it } from 'vitest';
import { errorWords } from '../../../../src/renderer/features/traffic/exchange-text.ts';

it('says of a write without an answer that the answer is what was lost', () => {
  const lost = { error: 'unreachable', method: 'POST', operation: 'quotes.create' };
  expect(errorWords(lost)).toBe('Answer lost');
  expect(errorWords({ ...lost, error: 'timedOut' })).toBe('Answer lost');
  expect(errorWords({ ...lost, method: 'GET' })).toBe('Unreachable');
  expect(errorWords({ ...lost, operation: 'token' })).toBe('Unreachable');
  expect(errorWords({ ...lost, error: null })).toBe('No answer');
});
