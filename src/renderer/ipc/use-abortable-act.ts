/** An abortable mutation that belongs to the component that started it. */
import { useEffect, useRef } from 'react';
import type { Area } from '../../shared/contract/index.ts';
import { act, type MutationName } from './client.ts';

/** Options for `useMutation`, like `act`; leaving the page aborts the operation. */
export function useAbortableAct<A extends Area, Name extends MutationName<A>>(area: A, name: Name) {
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return act(area, name, () => {
    controller.current = new AbortController();
    return controller.current.signal;
  });
}
