/** Returns a function that opens another window on a connection. */
import { useCallback } from 'react';
import { useAct } from '../ipc/client.ts';

export function useOpenWindow(): (connectionId: string) => void {
  const { mutate } = useAct('app', 'openWindow');
  return useCallback((connectionId) => mutate({ connectionId }), [mutate]);
}
