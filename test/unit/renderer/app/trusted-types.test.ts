import { expect, it } from 'vitest';
import { plainText } from '../../../../src/renderer/app/trusted-types.ts';

it('lets a style sheet pass, and nothing in which an element begins', () => {
  const css = ':root { --mantine-scale: 1; } @media (min-width: 36em) { a > b { color: red } }';
  expect(plainText(css)).toBe(css);
  for (const text of ['<img src=x onerror=alert(1)>', 'a</style><script>', '<!--', '<'])
    expect(plainText(text)).toBeNull();
});
