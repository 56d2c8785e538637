import { useMemo } from 'react';

/** Returns the earlier value while the new value is equal as JSON, so that effects and memos do not run for equal values. */
export function useStable<Value>(value: Value): Value {
  const content = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content stands for the value
  return useMemo(() => value, [content]);
}
