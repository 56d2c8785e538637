import { describe, expect, it } from 'vitest';
import { describeError } from '../../../src/shared/error-text.ts';
import { ErrorData } from '../../../src/shared/errors.ts';
import { sampleOf } from '../../support/schema-sample.ts';

/** Codes whose sentence is part of their data. */
const withSentence = (error: ErrorData): ErrorData =>
  error.code === 'invalidInput' ? { ...error, issues: [{ path: 'name', message: 'Enter a name.' }] } : error;
const errors = ErrorData.options.map((schema) => withSentence(ErrorData.parse(sampleOf(schema))));

describe.each(errors.map((error) => [error.code, error] as const))('the text of %s', (_code, error) => {
  const { sentence, action } = describeError(error, () => 'today 12:00');

  it('has a sentence for the error and one for the action', () => {
    expect(sentence).toMatch(/^\S.*[.”]$/s);
    expect(action).toMatch(/^[A-Z].*\.$/s);
  });

  it('shows no internal name and no missing value', () => {
    expect(`${sentence} ${action}`).not.toMatch(/undefined|null|NaN|\[object/);
  });
});
