/** Provides abortable mutations that main aborts when the component unmounts. */
import { useEffect, useRef } from 'react';
import type { Area } from '../../shared/contract/index.ts';
import { act, type MutationName } from './client.ts';

/** Options for `useMutation`, like those of `act`; when the component unmounts, the operation is aborted. */
export function useAbortableAct<A extends Area, Name extends MutationName<A>>(area: A, name: Name) {
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return act(area, name, () => {
    controller.current = new AbortController();
    return controller.current.signal;
  });
}
