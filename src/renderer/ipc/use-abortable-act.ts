/** Options for `useMutation`, as `act` makes them, but the operation is aborted when the component unmounts. */
import { useEffect, useRef } from 'react';
import type { Area } from '../../shared/contract/index.ts';
import { act, type MutationName } from './client.ts';

export function useAbortableAct<A extends Area, Name extends MutationName<A>>(area: A, name: Name) {
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return act(area, name, () => {
    controller.current = new AbortController();
    return controller.current.signal;
  });
}
