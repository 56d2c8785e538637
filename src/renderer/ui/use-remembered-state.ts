/** State that outlives its component, such as typed text. In memory only. */
import { useCallback, useState } from 'react';

const remembered = new Map<string, unknown>();

/** Like `useState`, but remembered under `key` until the window closes. The key must not change while the component is mounted. */
export function useRememberedState<Value>(key: string, initial: () => Value) {
  const [value, setValue] = useState<Value>(() => (remembered.has(key) ? (remembered.get(key) as Value) : initial()));
  const set = useCallback(
    (change: (known: Value) => Value) =>
      setValue((known) => {
        const next = change(known);
        remembered.set(key, next);
        return next;
      }),
    [key],
  );
  return [value, set] as const;
}

/** Reads the value under `key`, for values that change too often to be state. */
export const readRemembered = <Value>(key: string, initial: Value): Value =>
  remembered.has(key) ? (remembered.get(key) as Value) : initial;

export const remember = (key: string, value: unknown): void => void remembered.set(key, value);

/** Clears everything; for tests. */
export const clearRememberedState = (): void => remembered.clear();
