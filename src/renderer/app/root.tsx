/** The root route: gives features their way to navigate, waits for the connections, draws the shell. */
import { Center, Loader } from '@mantine/core';
import { CatchBoundary, type ErrorComponentProps, useLocation, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo } from 'react';
import { type Navigation, NavigationContext, type Page, type Search } from '../ui/navigation.ts';
import { PageFailure } from './page-failure.tsx';
import { isPage } from './pages.ts';
import { Shell } from './shell.tsx';

export function Root() {
  const router = useRouter();
  const location = useLocation();
  const name = location.pathname.split('/')[1] ?? '';
  const page: Page = isPage(name) ? name : 'overview';
  const search = location.search as Search;
  const go = useCallback(
    (to: Page, wanted: Search, { replace }: { replace: boolean }) => {
      void router.navigate({ to: `/${to}`, search: wanted, replace } as never);
    },
    [router],
  );
  const navigation = useMemo<Navigation>(() => ({ page, search, go }), [page, search, go]);
  return (
    <NavigationContext value={navigation}>
      <CatchBoundary getResetKey={() => 'root'} errorComponent={WindowFailure}>
        <Suspense fallback={<Opening />}>
          <Shell />
        </Suspense>
      </CatchBoundary>
    </NavigationContext>
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
