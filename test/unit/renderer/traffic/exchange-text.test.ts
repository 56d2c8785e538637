import { expect, it } from 'vitest';
import { failureText } from '../../../../src/renderer/features/traffic/exchange-text.ts';

it('failureText says that the response of a write was lost', () => {
  const lost = { error: 'unreachable', method: 'POST', operation: 'quotes.create' };
  expect(failureText(lost)).toBe('Response lost');
  expect(failureText({ ...lost, error: 'timedOut' })).toBe('Response lost');
  expect(failureText({ ...lost, method: 'GET' })).toBe('Unreachable');
  expect(failureText({ ...lost, operation: 'token' })).toBe('Unreachable');
  expect(failureText({ ...lost, error: null })).toBe('No response');
});
