import { describe, expect, it } from 'vitest';
import { textOfError } from '../../../../src/renderer/text/error-text.ts';
import { AppError } from '../../../../src/shared/app-error.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const server = { status: 429, serverCode: null, serverMessage: null, requestId: null, exchangeId: null };
const host = { host: 'h.example', failures: 5, reason: 'it answered 503' };
const waits = (until: number) => [
  new AppError('rateLimited', { server, retryAt: until }),
  new AppError('circuitOpen', { ...host, until }),
  new AppError('servicePaused', { what: 'Search', host: 'h.example', status: 503, until }),
];

describe('the advice of a lost answer', () => {
  const lost = { what: 'Create a quote', reason: 'the connection was closed', exchangeId: null };

  it.each(['managers', 'support'] as const)('is to ask again where doing it twice does no harm, for %s', (audience) => {
    const { action } = textOfError(new AppError('outcomeUnknown', { ...lost, mayRepeat: true }), NOW, audience);
    expect(action).toMatch(/again/);
    expect(action).toMatch(/reserves nothing/);
  });

  it('is to look first where it may do harm', () => {
    expect(textOfError(new AppError('outcomeUnknown', lost), NOW, 'managers').action).toMatch(/^Look it up before/);
  });
});

describe('the advice of an error that names an instant', () => {
  it('counts down to it', () => {
    expect(waits(NOW + 42_000).map((error) => textOfError(error, NOW).action)).toEqual([
      'Try again in 42 s.',
      'The next attempt is in 42 s; “Send now”, here or in Traffic, makes it at once.',
      'The pause ends in 42 s; “Send now”, here or in Traffic, ends it at once.',
    ]);
  });

  it('is to try again after it has passed', () => {
    for (const error of waits(NOW - 1)) expect(textOfError(error, NOW).action).toBe('Try again.');
  });
});
