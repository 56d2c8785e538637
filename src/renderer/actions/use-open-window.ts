/** Opens another window of the console. */
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { act } from '../ipc/client.ts';

/** Returns a function that opens a window for a connection. */
export function useOpenWindow(): (connectionId: string) => void {
  const { mutate } = useMutation(act('app', 'openWindow'));
  return useCallback((connectionId) => mutate({ connectionId }), [mutate]);
}
