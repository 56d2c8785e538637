/** Opens another window of the console. */
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { act } from '../ipc/client.ts';

/** A function that opens a window on a connection. */
export function useOpenWindow(): (connectionId: string) => void {
  const { mutate } = useMutation(act('app', 'openWindow'));
  return useCallback((connectionId) => mutate({ connectionId }), [mutate]);
}
