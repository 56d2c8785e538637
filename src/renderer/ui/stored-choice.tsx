/** Choices that main stores. While main stores one, the control already shows it, so that the person can choose the earlier one again. */
import { startTransition, useOptimistic } from 'react';
import { SegmentedControl, type SegmentedControlProps } from './segmented-control.tsx';

/** Returns the choice to show and a function that makes another choice. If `store` fails, the stored choice is shown again. */
export function useStoredChoice<Value>(
  stored: Value,
  store: (chosen: Value) => Promise<unknown>,
): readonly [Value, (chosen: Value) => void] {
  const [shown, show] = useOptimistic(stored);
  const choose = (chosen: Value) =>
    startTransition(async () => {
      show(chosen);
      await store(chosen).catch(() => {});
    });
  return [shown, choose];
}

export function StoredChoice<Value extends string>({
  value,
  onChoose,
  ...control
}: Omit<SegmentedControlProps<Value>, 'value' | 'onChange'> & {
  value: Value;
  onChoose: (chosen: Value) => Promise<unknown>;
}) {
  const [shown, choose] = useStoredChoice(value, onChoose);
  return <SegmentedControl {...control} value={shown} onChange={choose} />;
}
