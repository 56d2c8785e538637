/** The lines of a relay and the body of a token request are JSON objects, and nothing else. */
import { expect, it } from 'vitest';
import { objectOf } from '../../../../src/main/gateway/conversation.ts';

it.each(['[1, 2]', '[{"a": 1}]', 'null', '7', '"text"', '{', ''])('reads no object from %s', (text) => {
  expect(objectOf(text)).toBeNull();
});

it('reads an object', () => {
  expect(objectOf('{"a": [1]}')).toEqual({ a: [1] });
});
