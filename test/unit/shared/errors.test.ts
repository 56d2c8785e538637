import { describe, expect, it } from 'vitest';
import { ErrorData, errorDataFromStored } from '../../../src/shared/errors.ts';

describe('stored error data', () => {
  it('of version 0.1.0 is read under the current code', () => {
    const circuit = { code: 'serviceResting', host: 'h.example', until: 5, failures: 6, reason: 'it answered 503' };
    const deadline = { code: 'deadlinePassed', what: 'Search', afterMs: 120_000 };
    expect(errorDataFromStored(circuit)).toEqual({ ...circuit, code: 'circuitOpen' });
    expect(errorDataFromStored(deadline)).toEqual({ ...deadline, code: 'deadlineExceeded' });
    for (const stored of [circuit, deadline])
      expect(ErrorData.safeParse(errorDataFromStored(stored)).success).toBe(true);
  });

  it('of version 0.1.0 has the current field of queueFull', () => {
    const stored = { code: 'queueFull', waiting: 10_000, estimateMs: 2_000 };
    const current: ErrorData = { code: 'queueFull', queued: 10_000, estimateMs: 2_000 };
    expect(errorDataFromStored(stored)).toEqual(current);
    expect(errorDataFromStored(current)).toEqual(current);
    expect(ErrorData.safeParse(errorDataFromStored(stored)).success).toBe(true);
  });

  it('with a current code is unchanged', () => {
    const error: ErrorData = { code: 'unreachable', host: 'h', reason: 'refused', exchangeId: null };
    expect(errorDataFromStored(error)).toEqual(error);
  });
});
