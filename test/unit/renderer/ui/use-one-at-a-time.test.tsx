import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useOneAtATime } from '../../../../src/renderer/ui/use-one-at-a-time.ts';

let starts = 0;
let finish = () => {};
function Form() {
  const one = useOneAtATime();
  const [isLoading, setIsLoading] = useState(false);
  const press = () => {
    if (!one.begin()) return;
    starts += 1;
    setIsLoading(true);
    finish = () => {
      setIsLoading(false);
      one.end();
    };
  };
  return (
    <>
      <button type="button" disabled={isLoading} onClick={press}>
        Send
      </button>
      <input aria-label="Other" />
    </>
  );
}

it('starts once, again only after the end, and gives the focus back that nothing else has taken', () => {
  render(<Form />);
  const button = screen.getByRole<HTMLButtonElement>('button');
  const pressTwice = () => {
    button.focus();
    act(() => {
      button.click();
      button.click();
    });
    // As a browser does with the focus of a button that is disabled.
    screen.getByLabelText('Other').focus();
    screen.getByLabelText('Other').blur();
  };
  pressTwice();
  expect([starts, document.activeElement]).toEqual([1, document.body]);
  act(() => finish());
  expect(document.activeElement).toBe(button);
  pressTwice();
  expect(starts).toBe(2);
  screen.getByLabelText('Other').focus();
  act(() => finish());
  expect(document.activeElement).toBe(screen.getByLabelText('Other'));
});
