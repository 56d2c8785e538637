import { describe, expect, it } from 'vitest';
import { ErrorData } from '../../../../src/shared/errors.ts';
import { describeError } from '../../../../src/shared/text/error-text.ts';
import { describeForProgram } from '../../../../src/shared/text/program-error-text.ts';
import { sampleOf } from '../../../support/schema-sample.ts';

/** Codes whose sentence is part of their data. */
const withSentence = (error: ErrorData): ErrorData => {
  if (error.code === 'teamServerFailed') return { ...error, problem: 'The disk is full.' };
  return error.code === 'invalidInput' ? { ...error, issues: [{ path: 'name', message: 'Enter a name.' }] } : error;
};
const errors = ErrorData.options.map((schema) => withSentence(ErrorData.parse(sampleOf(schema))));

describe.each(errors.map((error) => [error.code, error] as const))('the text of %s', (_code, error) => {
  const { sentence, action } = describeForProgram(error, () => 'today 12:00');

  it('has a sentence for the error and one for the action', () => {
    expect(sentence).toMatch(/^\S.*[.”]$/s);
    expect(action).toMatch(/^[A-Z].*\.$/s);
  });

  it('shows no internal name and no missing value', () => {
    expect(`${sentence} ${action}`).not.toMatch(/undefined|null|NaN|\[object/);
  });
});

describe('the text of a used-up quota', () => {
  const quota = { code: 'quotaExhausted', label: 'Website', limit: 5, nextSlotAt: null, assumption: 'server' } as const;
  const server = { status: 429, serverCode: null, serverMessage: 'Slow down', requestId: null, exchangeId: 'x' };

  it('says that none was requested only where none was', () => {
    expect(describeError(quota).sentence).toContain('no token was requested');
    const { sentence } = describeError({ ...quota, server });
    expect(sentence).not.toContain('no token was requested');
    expect(sentence).toContain('429');
    expect(sentence).toContain('Slow down');
  });
});
