/** Keeps the focus in the page when the focused element disappears or is disabled, so that a person without a mouse does not begin anew. */
import { useEffect } from 'react';

/**
 * Moves the focus to the content of the page when the focused element is removed and nothing else takes the focus. Returns the focus to an element
 * that was disabled for a while, such as a switch that is being saved.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let isDisabled = false;
    const keep = () => {
      const { activeElement, body } = document;
      if (activeElement instanceof HTMLElement && activeElement !== body) {
        last = activeElement;
        isDisabled = last.matches(':disabled');
      } else if (last?.isConnected === false) {
        last = null;
        document.getElementById('content')?.focus({ preventScroll: true });
      } else if (last?.matches(':disabled')) {
        isDisabled = true;
      } else if (last && isDisabled) {
        last.focus({ preventScroll: true });
      }
    };
    const changes = new MutationObserver(keep);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', keep);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', keep);
    };
  }, []);
}
