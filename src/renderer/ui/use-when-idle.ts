/** Delays a value until the browser is idle, for content that a person does not see at once. */

import { useEffect, useState } from 'react';
import { TIMEOUT_MS } from './use-idle.ts';

/** Returns the value as it was when the browser was last idle. */
export function useWhenIdle<Value>(value: Value): Value {
  const [held, setHeld] = useState(value);
  const isHeld = typeof requestIdleCallback !== 'undefined';
  useEffect(() => {
    if (!isHeld) return undefined;
    const handle = requestIdleCallback(() => setHeld(() => value), { timeout: TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }, [value, isHeld]);
  return isHeld ? held : value;
}
