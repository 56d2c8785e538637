import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FieldValue } from '../../../../src/renderer/actions/field-value.tsx';
import { renderWithMain } from '../../../support/render.tsx';

const draw = (value: string) => renderWithMain(<FieldValue kind="picture" value={value} />, { answers: {} }).container;

it('draws a picture that main has checked', async () => {
  const container = draw('/pictures/abc');
  await expect.poll(() => container.querySelector('img')?.getAttribute('src')).toBe('/pictures/abc');
});

it.each([
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  'data:image/png;base64,AAAA',
  ' DATA:image/svg+xml;base64,AAAA',
])('does not draw a picture inside a record: %s', (value) => {
  const container = draw(value);
  expect(screen.getByText('Picture inside the record')).toBeDefined();
  expect(container.querySelector('img')).toBeNull();
});
