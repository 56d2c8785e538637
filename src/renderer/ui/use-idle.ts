/** Postpones drawing that can wait until the page is drawn. */
import { useEffect, useState } from 'react';

/** The maximum time in ms to wait for an idle browser. */
export const TIMEOUT_MS = 400;

/** Returns false until the browser is idle for the first time after the component was mounted. Waits only while `isNeeded`. */
export function useIdle(isNeeded = true): boolean {
  const [isIdle, setIdle] = useState(() => typeof requestIdleCallback === 'undefined');
  useEffect(() => {
    if (isIdle || !isNeeded) return undefined;
    const handle = requestIdleCallback(() => setIdle(true), { timeout: TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }, [isIdle, isNeeded]);
  return isIdle;
}
