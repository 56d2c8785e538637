/** The root route: waits for the connections, then draws the shell. */
import { Center, Loader } from '@mantine/core';
import { CatchBoundary, type ErrorComponentProps, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageFailure } from './page-failure.tsx';
import { usePage } from './pages.ts';
import { Shell } from './shell.tsx';
import { TellDrawn } from './tell-drawn.tsx';

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
