import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keepComposition } from '../../../../src/renderer/app/composition.ts';

it('gives no key of a composition to the handlers of the application, wherever they listen', () => {
  const heard: string[] = [];
  const hear = (where: string) => (event: { key: string }) => heard.push(`${where} ${event.key}`);
  window.addEventListener('keydown', hear('window'));
  document.addEventListener('keydown', hear('document'), { capture: true });
  keepComposition(window);
  render(<input aria-label="Name" onKeyDownCapture={hear('field')} />);
  const field = screen.getByLabelText('Name');
  for (const key of ['Enter', 'Escape', 'ArrowDown']) fireEvent.keyDown(field, { key, isComposing: true });
  expect(heard).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(heard).toEqual(['document Enter', 'field Enter', 'window Enter']);
});
