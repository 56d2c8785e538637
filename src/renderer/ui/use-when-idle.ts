/** Holds a value back until the browser is idle, for what a person does not see at once. */
import { useEffect, useState } from 'react';

/** A busy page takes the value after this long, in milliseconds. */
const TIMEOUT_MS = 250;

/** The value as it was when the browser was idle last. */
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
