import { describe, expect, it } from 'vitest';
import { BANDS, calibrated, EVIDENCE_KINDS } from '../../../../src/main/doctor/calibration.ts';
import { OPEN, verdictIn } from './cause-in.ts';

describe('the calibration', () => {
  it.each(EVIDENCE_KINDS)('never raises a share, and does not fall with a higher one: %s', (kind) => {
    const values = [...BANDS, 0.2, 0.5, 0.99].sort().map((share) => [share, calibrated(share, kind)] as const);
    for (const [share, confidence] of values) expect(confidence).toBeLessThanOrEqual(share);
    expect(values.map(([, confidence]) => confidence)).toEqual(values.map(([, confidence]) => confidence).sort());
  });

  it('gives 0.9 only to what is recorded, stated by the service or shown by a whole exchange', () => {
    const sure = EVIDENCE_KINDS.filter((kind) => calibrated(0.999, kind) >= 0.9);
    expect(sure).toEqual(['recorded', 'stated', 'shown']);
  });
});

describe('a verdict', () => {
  const body = 'HTTP/1.1 401 Unauthorized\nContent-Type: application/json\n\n{"message":"Unauthorized"}';

  it('is nearly certain where a whole exchange shows the cause', () => {
    const whole = `GET ${OPEN}/v1/listings\nAccept: application/json\nAuthorization: abcdefghijklmnop1234\n\n${body}`;
    expect(verdictIn(whole)).toMatchObject({ cause: 'bearerMissing', confidence: expect.closeTo(0.93, 1) });
    expect(verdictIn(whole).confidence).toBeGreaterThanOrEqual(0.9);
  });

  it('is not, where the text leaves out a part or only words tell it', () => {
    for (const text of [
      'We forgot the word Bearer in the header, and the API says 403.',
      'GET /v1/listings\nAuthorization: abcdefghijklmnop1234\n\n401',
    ])
      expect(verdictIn(text).confidence).toBeLessThan(0.9);
  });
});
