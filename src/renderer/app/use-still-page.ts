/** Keeps the page behind a dialog where it is while keys would scroll it. */
import { useEffect } from 'react';

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);
/** The longest time for which a browser scrolls after a key. */
const SCROLL_MS = 500;

/** Undoes what the keys of a dialog scroll outside it: they reach the page, which keeps its scroll bar. The browser draws after that. */
export function useStillPage(): void {
  useEffect(() => {
    let top: number | null = null;
    let timer = 0;
    const ended = new AbortController();
    const { signal } = ended;
    const note = ({ key }: KeyboardEvent) => {
      if (!SCROLL_KEYS.has(key) || document.querySelector('[aria-modal="true"]') === null) return;
      top ??= scrollY;
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        top = null;
      }, SCROLL_MS);
    };
    const undo = () => {
      if (top !== null && scrollY !== top) scrollTo({ top });
    };
    addEventListener('keydown', note, { signal });
    addEventListener('scroll', undo, { passive: true, signal });
    return () => ended.abort();
  }, []);
}
