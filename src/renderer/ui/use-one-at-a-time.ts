/** Blocks a second press of a button that is not yet redrawn as loading, and returns the focus that a loading button loses. */
import { useEffect, useRef, useState } from 'react';

export interface OneAtATime {
  /** Begins an action. Returns false while an earlier action has not ended. */
  begin(): boolean;
  end(): void;
}

export function useOneAtATime(): OneAtATime {
  const pressed = useRef<Element | null>(null);
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    const { activeElement: focused, body } = document;
    // A disabled button loses its focus to the page or to an element around the button.
    const isLost = focused === null || focused === body || focused.matches('[tabindex="-1"]:not(button, input)');
    if (ended > 0 && isLost && pressed.current instanceof HTMLElement) pressed.current.focus({ preventScroll: true });
  }, [ended]);
  const isRunning = useRef(false);
  const [one] = useState<OneAtATime>(() => ({
    begin() {
      if (isRunning.current) return false;
      isRunning.current = true;
      pressed.current = document.activeElement;
      return true;
    },
    end() {
      isRunning.current = false;
      setEnded((count) => count + 1);
    },
  }));
  return one;
}
