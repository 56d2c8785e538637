/** Postpones drawing that can wait until the page is drawn. */
import { useEffect, useState } from 'react';

/** The maximum time in ms to wait for an idle browser. */
export const TIMEOUT_MS = 400;

/** Returns false until the browser is idle for the first time after the component was mounted. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(() => typeof requestIdleCallback === 'undefined');
  useEffect(() => {
    if (isIdle) return undefined;
    const handle = requestIdleCallback(() => setIdle(true), { timeout: TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }, [isIdle]);
  return isIdle;
}
