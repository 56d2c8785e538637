import { expect, it } from 'vitest';
import { mayCarryToken } from '../../../../src/main/traffic/request.ts';

it.each([
  ['https://h.example/api/v1', undefined, 'https://h.example/api', true],
  ['https://h.example/v1', undefined, 'https://h.example/api', false],
  ['https://h.example/v1', 'https://h.example', 'https://h.example/api', true],
  ['https://h.example/v1', 'https://h.example', 'https://other.example/api', false],
  ['https://h.example/v1', 'https://h.example', 'http://h.example/api', false],
  ['https://evil.example/v1', 'https://h.example', 'https://h.example/api', false],
  ['https://h.example.evil/v1', 'https://h.example', 'https://h.example/api', false],
  ['https://h.example/v1', 'https://h.example', null, false],
])('lets a token go to %s under %s only at the origin of %s', (url, base, current, expected) => {
  expect(mayCarryToken({ url, ...(base === undefined ? {} : { base }) }, current)).toBe(expected);
});
