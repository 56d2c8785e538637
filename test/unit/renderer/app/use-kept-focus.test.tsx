import { render, screen, waitFor } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { expect, it } from 'vitest';
import { useKeptFocus } from '../../../../src/renderer/app/use-kept-focus.ts';

function Page({ hasRow, hasOther = false }: { hasRow: boolean; hasOther?: boolean }) {
  useKeptFocus();
  return (
    <div id="content" tabIndex={-1}>
      {hasRow ? <button type="button">Delete the row</button> : null}
      {hasOther ? <Other /> : null}
      <button type="button">Stays</button>
    </div>
  );
}

function Other() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return <input ref={input} aria-label="Another" />;
}

it('moves the focus to the content when the focused element is removed', async () => {
  const { rerender } = render(<Page hasRow />);
  screen.getByRole('button', { name: 'Delete the row' }).focus();
  rerender(<Page hasRow={false} />);
  await waitFor(() => expect(document.activeElement?.id).toBe('content'));
});

it('gives the focus back to a field that was disabled for a while', async () => {
  render(<Page hasRow />);
  const button = screen.getByRole('button', { name: 'Delete the row' });
  button.focus();
  button.setAttribute('disabled', '');
  await Promise.resolve();
  button.blur();
  button.removeAttribute('disabled');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('leaves the focus where the page puts it, and a page alone whose focus a person took away', async () => {
  const { rerender } = render(<Page hasRow />);
  screen.getByRole('button', { name: 'Delete the row' }).focus();
  rerender(<Page hasRow={false} hasOther />);
  await Promise.resolve();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Another' }));
  rerender(<Page hasRow={false} hasOther />);
  screen.getByRole('textbox', { name: 'Another' }).blur();
  screen.getByRole('button', { name: 'Stays' }).remove();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
