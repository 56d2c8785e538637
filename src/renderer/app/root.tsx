/** The root route: waits for the connections, then draws the shell. */
import { Center, Loader } from '@mantine/core';
import { CatchBoundary, type ErrorComponentProps, Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { call, useAsk } from '../ipc/client.ts';
import { useConnection } from '../ipc/current.ts';
import { useIdle } from '../ui/use-idle.ts';
import { PageFailure } from './page-loading.tsx';
import { usePage } from './pages.ts';
import { Shell } from './shell.tsx';

export function Root() {
  return (
    <CatchBoundary getResetKey={() => 'root'} errorComponent={WindowFailure}>
      <Suspense fallback={<Opening />}>
        <Frame />
      </Suspense>
    </CatchBoundary>
  );
}

/** The frame of a page; the welcome page of the first start has none. */
const Frame = () => (
  <>
    {usePage() === 'welcome' ? <Outlet /> : <Shell />}
    <TellDrawn />
  </>
);

function Opening() {
  return (
    <Center mih="100vh" role="status" aria-label="Opening Latchkey">
      <Loader />
    </Center>
  );
}

function WindowFailure(props: ErrorComponentProps) {
  return (
    <main style={{ maxWidth: 640, margin: '15vh auto', padding: 24 }}>
      <PageFailure {...props} />
    </main>
  );
}

/** Tells main that the window has drawn its first page with all its rows. Main then begins the work that would have delayed the drawing. */
function TellDrawn() {
  const isIdle = useIdle();
  const page = usePage();
  const connection = useConnection();
  const { data: status } = useAsk('listings', 'status', { connectionId: connection.id });
  const rowsCome = !status || (status.shown === 0 && (status.phase === 'opening' || status.phase === 'loading'));
  const isDrawn = isIdle && !(page === 'listings' && rowsCome);
  useEffect(() => {
    // Main begins that work after a limited time anyway, so a failure needs no message.
    if (isDrawn) void call('app', 'drawn', null).catch(() => {});
  }, [isDrawn]);
  return null;
}
