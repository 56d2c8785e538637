import { useMemo } from 'react';

/** The earlier value while the new one is equal as JSON, so that effects and memos that depend on it run only when the content changes. */
export function useStable<Value>(value: Value): Value {
  const content = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content stands for the value
  return useMemo(() => value, [content]);
}
