/** The root route: waits for the connections, then draws the shell. */
import { Center, Loader } from '@mantine/core';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageFailure } from './page-failure.tsx';
import { Shell } from './shell.tsx';

export function Root() {
  return (
    <CatchBoundary getResetKey={() => 'root'} errorComponent={WindowFailure}>
      <Suspense fallback={<Opening />}>
        <Shell />
      </Suspense>
    </CatchBoundary>
  );
}

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
