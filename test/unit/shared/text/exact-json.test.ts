import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { readQuote } from '../../../../src/main/api/read-quote.ts';
import { parseExactJson, parseJsonWithIds } from '../../../../src/shared/text/exact-json.ts';

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

it('an id keeps its digits, and a decimal stays the number that it always was', () => {
  const text = '[{"id": 90071992547409931, "lat": 44.648600000000002, "n": -90071992547409931, "small": 7}, 1e21]';
  expect(parseJsonWithIds(text)).toEqual([
    { id: '90071992547409931', lat: 44.6486, n: '-90071992547409931', small: 7 },
    1e21,
  ]);
});

it.each([
  ['90071992547409931', '90071992547409931'],
  ['{"a":[-90071992547409931]}', { a: ['-90071992547409931'] }],
  ['{"id":\n90071992547409931\n}', { id: '90071992547409931' }],
  ['[0.1234567890123456789,90071992547409931]', [Number('0.1234567890123456789'), '90071992547409931']],
])('an id keeps its digits at any place: %s', (text, expected) => {
  expect(parseJsonWithIds(text)).toEqual(expected);
});

it('a page of coordinates is parsed without a look at each value', () => {
  const text = '[{"_id": "640d1c", "lat": 52.367899999999996, "lng": 4.895167899999999, "mark": "1234567890.1234567"}]';
  const plain: unknown = JSON.parse(text);
  const parse = vi.spyOn(JSON, 'parse');
  try {
    expect(parseJsonWithIds(text)).toEqual(plain);
    expect(parse.mock.calls).toEqual([[text]]);
  } finally {
    parse.mockRestore();
  }
});
