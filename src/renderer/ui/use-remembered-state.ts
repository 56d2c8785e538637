/** State that survives its component, such as typed text, in memory only. */
import { useCallback, useState } from 'react';

const remembered = new Map<string, unknown>();

/** Works like `useState`, but remembers the value under `key`, which must not change, until the window closes. `set` works after unmounting, too. */
export function useRememberedState<Value>(key: string, initial: () => Value) {
  const [value, setValue] = useState<Value>(() => (remembered.has(key) ? (remembered.get(key) as Value) : initial()));
  const [first] = useState(value);
  const set = useCallback(
    (change: (known: Value) => Value) => {
      const next = change(readRemembered(key, first));
      remembered.set(key, next);
      setValue(() => next);
    },
    [key, first],
  );
  return [value, set] as const;
}

/** Reads the value remembered under `key`, for values that change too often to be state. */
export const readRemembered = <Value>(key: string, initial: Value): Value =>
  remembered.has(key) ? (remembered.get(key) as Value) : initial;

/** Works like `useRememberedState` for a JSON value that a person types. The value also outlives the window's process. */
export function useTypedState<Value>(key: string, initial: () => Value) {
  const [value, setValue] = useRememberedState(key, initial);
  const set = useCallback(
    (change: (known: Value) => Value) => {
      setValue(change);
      onTyped(key);
    },
    [key, setValue],
  );
  return [value, set] as const;
}

let onTyped = (_key: string): void => {};

/** Calls `listener` with the key of each typed value after its change. */
export const followTyped = (listener: (key: string) => void): void => {
  onTyped = listener;
};

export const remember = (key: string, value: unknown): void => void remembered.set(key, value);

export const forget = (key: string): void => void remembered.delete(key);

export const clearRememberedState = (): void => remembered.clear();
