/** The icons are drawn as their caller asks. */
import { render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { Icon, IconProps } from '../../../../src/renderer/ui/icon.ts';
import * as icons from '../../../../src/renderer/ui/icons.ts';

/** Renders an icon named "drawing". */
function drawingOf(icon: Icon, props: IconProps = {}): HTMLElement {
  render(createElement(icon, { role: 'img', 'aria-label': 'drawing', ...props }));
  return screen.getByRole('img', { name: 'drawing' });
}

test('every icon draws something', () => {
  for (const [name, icon] of Object.entries(icons)) {
    const { container, unmount } = render(createElement(icon));
    expect(container.querySelectorAll('svg > path[d]').length, name).toBeGreaterThan(0);
    unmount();
  }
});

test('lines have the colour of the text and a width of 2, in a square of 24 pixels', () => {
  const drawing = drawingOf(icons.IconX);
  expect(drawing.getAttribute('stroke')).toBe('currentColor');
  expect(drawing.getAttribute('stroke-width')).toBe('2');
  expect(drawing.getAttribute('fill')).toBe('none');
  expect([drawing.getAttribute('width'), drawing.getAttribute('height')]).toEqual(['24', '24']);
});

test('size, width of the lines, colour and attributes are those of the caller', () => {
  const drawing = drawingOf(icons.IconX, { size: 14, stroke: 1.5, color: 'red', className: 'mark' });
  expect(drawing.getAttribute('width')).toBe('14');
  expect(drawing.getAttribute('stroke-width')).toBe('1.5');
  expect(drawing.getAttribute('stroke')).toBe('red');
  expect(drawing.getAttribute('class')).toBe('mark');
});

test('a filled icon has no lines', () => {
  const drawing = drawingOf(icons.IconStarFilled, { stroke: 2, color: 'red' });
  expect(drawing.getAttribute('fill')).toBe('red');
  expect(drawing.hasAttribute('stroke')).toBe(false);
});
