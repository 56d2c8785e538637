/** What is offered while no token can be issued: the application with most slots, and never a number that nobody told. */
import { expect, it } from 'vitest';
import { otherWays } from '../../../../src/main/doctor/rules/new-token.ts';

it.each([
  [[], /^Adopt a token/],
  [[{ label: 'B', remaining: 0 }], /^Adopt a token/],
  [[{ label: 'B', remaining: null }], /^Switch to the application “B”, whose slots are not known; or adopt a token/],
  [
    [
      { label: 'B', remaining: null },
      { label: 'C', remaining: 1 },
    ],
    /^Switch to the application “C”, which has 1 slot left/,
  ],
  [
    [
      { label: 'B', remaining: 2 },
      { label: 'C', remaining: 3 },
    ],
    /“C”, which has 3 slots left/,
  ],
])('with %j', (others, text) => {
  expect(otherWays(others)).toMatch(text);
});
