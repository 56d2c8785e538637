/** Tells main that the window has drawn its first page with all its rows. Main then begins the work that would have delayed the drawing. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, call } from '../ipc/client.ts';
import { useConnection } from '../ipc/current.ts';
import { useIdle } from '../ui/use-idle.ts';
import { usePage } from './pages.ts';

export function TellDrawn() {
  const isIdle = useIdle();
  const page = usePage();
  const connection = useConnection();
  const { data: status } = useQuery(ask('listings', 'status', { connectionId: connection.id }));
  const rowsCome = !status || (status.shown === 0 && (status.phase === 'opening' || status.phase === 'loading'));
  const isDrawn = isIdle && !(page === 'listings' && rowsCome);
  useEffect(() => {
    // Main begins that work after a limited time anyway, so a failure needs no message.
    if (isDrawn) void call('app', 'drawn', null).catch(() => {});
  }, [isDrawn]);
  return null;
}
