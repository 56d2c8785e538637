/** Returns a function that opens another window on a connection. */
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { act } from '../ipc/client.ts';

export function useOpenWindow(): (connectionId: string) => void {
  const { mutate } = useMutation(act('app', 'openWindow'));
  return useCallback((connectionId) => mutate({ connectionId }), [mutate]);
}
