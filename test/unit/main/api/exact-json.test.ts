import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactJson } from '../../../../src/main/api/exact-json.ts';
import { readQuote } from '../../../../src/main/api/read-quote.ts';

it('a number that a double does not hold is its text', () => {
  expect(parseExactJson('{"total": 12345678901234567.89, "tax": 0.1, "nights": [1, 90071992547409931]}')).toEqual({
    total: '12345678901234567.89',
    tax: 0.1,
    nights: [1, '90071992547409931'],
  });
});

it('any other JSON reads as it always does, with hostile numbers too', () => {
  const texts = ['1e400', '1e-999999999', '-0', '"0.1234567890123456789"', '{"__proto__": 1234567890123456}'];
  for (const text of texts) expect(parseExactJson(text)).toEqual(JSON.parse(text));
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 200 },
  );
});

it('a quote keeps every digit of an amount', () => {
  const body = parseExactJson(
    '{"rates":{"ratePlans":[{"_id":"p","money":{"currency":"KWD","total":99999999999.1234567891}}]}}',
  );
  expect(readQuote(body).ratePlans[0]?.total).toEqual({
    amount: 99_999_999_999.12346,
    currency: 'KWD',
    exact: '99999999999.1234567891',
  });
});
