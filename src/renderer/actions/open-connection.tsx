/** A link to the connection that an error names. The link opens another window, so that text typed in this window is not lost. */
import { Anchor } from '@mantine/core';
import { useCallback } from 'react';
import type { InputIssue } from '../../shared/errors.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';
import { useAct } from '../ipc/client.ts';

export function OpenConnection({ connection: { id, name } }: { connection: NonNullable<InputIssue['connection']> }) {
  const openWindow = useOpenWindow();
  return (
    <Anchor component="button" type="button" inherit onClick={() => openWindow(id)}>
      Open {quotedName(name)} in another window
    </Anchor>
  );
}

/** Returns a function that opens another window on a connection. */
export function useOpenWindow(): (connectionId: string) => void {
  const { mutate } = useAct('app', 'openWindow');
  return useCallback((connectionId) => mutate({ connectionId }), [mutate]);
}
