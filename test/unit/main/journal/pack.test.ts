import { expect, it } from 'vitest';
import { pack, unpack } from '../../../../src/main/journal/file/pack.ts';

it('reads a failure that version 0.1.0 stored, under its current code', () => {
  const failure = { code: 'deadlinePassed', what: 'Search', afterMs: 120_000 };
  const content = { requestHeaders: [], requestBody: null, responseHeaders: [], responseBody: null };
  const stored = pack({ ...content, failure } as never, null);
  expect(unpack(1, stored, null)).toEqual({ ...content, failure: { ...failure, code: 'deadlineExceeded' } });
});
