/** Keeps the page behind a dialog where it is while keys would scroll it. */
import { useEffect } from 'react';

const SCROLL_KEYS = ['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' '];

/** Undoes, before the browser draws, any scrolling of the page by a key pressed in a dialog. Such keys reach the page, which keeps its scroll bar. */
export function useStillPage(): void {
  useEffect(() => {
    let top = -1;
    const watch = ({ type, key }: Partial<KeyboardEvent>) => {
      if (type === 'scroll') {
        if (top >= 0 && scrollY !== top) scrollTo({ top });
      } else if (!SCROLL_KEYS.includes(key ?? '') || !document.querySelector('[aria-modal="true"]')) top = -1;
      else if (top < 0) top = scrollY;
    };
    const types = ['keydown', 'pointerdown', 'scroll'];
    for (const type of types) addEventListener(type, watch);
    return () => {
      for (const type of types) removeEventListener(type, watch);
    };
  }, []);
}
