/** State that outlives its component: what a person typed is still there when they come back to the page. In memory only. */
import { useCallback, useState } from 'react';

const kept = new Map<string, unknown>();

/** Like `useState`, kept under `key` until the window closes. The key must not change while the component is mounted. */
export function useKeptState<Value>(key: string, initial: () => Value) {
  const [value, setValue] = useState<Value>(() => (kept.has(key) ? (kept.get(key) as Value) : initial()));
  const set = useCallback(
    (change: (known: Value) => Value) =>
      setValue((known) => {
        const next = change(known);
        kept.set(key, next);
        return next;
      }),
    [key],
  );
  return [value, set] as const;
}

/** What is kept under `key`, for what changes too often to be state. */
export const readKept = <Value>(key: string, initial: Value): Value =>
  kept.has(key) ? (kept.get(key) as Value) : initial;

export const keep = (key: string, value: unknown): void => void kept.set(key, value);

/** Forgets everything kept; for tests. */
export const forgetKeptState = (): void => kept.clear();
