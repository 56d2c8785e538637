/** Selects the text of a field at the first click, so that typing replaces it; a second click, or one after typing, places the caret. */
import { type MouseEvent, useRef } from 'react';

export function useSelectOnce() {
  const isFresh = useRef(false);
  return {
    onFocus: () => {
      isFresh.current = true;
    },
    onInput: () => {
      isFresh.current = false;
    },
    onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
      const { currentTarget } = event;
      if (!isFresh.current || document.activeElement !== currentTarget) return;
      // The browser would place the caret after the click.
      event.preventDefault();
      currentTarget.select();
      isFresh.current = false;
    },
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      if (isFresh.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select();
      isFresh.current = false;
    },
  };
}
