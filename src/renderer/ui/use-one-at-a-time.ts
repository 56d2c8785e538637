/** Blocks the second press of a button before the button is redrawn as loading. */
import { useMemo } from 'react';

/** `begin`: false while what began before has not ended. */
export function useOneAtATime(): { begin(): boolean; end(): void } {
  return useMemo(() => {
    let isRunning = false;
    return {
      begin() {
        if (isRunning) return false;
        isRunning = true;
        return true;
      },
      end() {
        isRunning = false;
      },
    };
  }, []);
}
