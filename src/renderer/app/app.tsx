/** The providers of the renderer. */
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import { useAsk } from '../ipc/client.ts';
import { useIdle } from '../ui/use-idle.ts';
import { useFormats } from './formats.ts';
import type { AppRouter } from './router.tsx';
import { theme } from './theme.ts';

const Notices = lazy(() => import('./notices.tsx').then((module) => ({ default: module.Notices })));

export function App({ client, router }: { client: QueryClient; router: AppRouter }) {
  const isIdle = useIdle();
  return (
    <QueryClientProvider client={client}>
      <Themed>
        <Suspense fallback={null}>{isIdle ? <Notices /> : null}</Suspense>
        <Formatted>
          <RouterProvider router={router} />
        </Formatted>
      </Themed>
    </QueryClientProvider>
  );
}

/** Redraws everything when the format of dates and numbers changes. */
function Formatted({ children }: { children: ReactNode }) {
  return <Fragment key={useFormats()}>{children}</Fragment>;
}

/** A store that keeps no colour scheme, because main stores it. Mantine's own store reads `localStorage`, which blocks the opening page. */
const COLOR_SCHEMES: MantineColorSchemeManager = {
  get: (defaultScheme) => defaultScheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

function Themed({ children }: { children: ReactNode }) {
  const preferences = useAsk('app', 'preferences', null);
  const chosen = preferences.data?.theme ?? 'system';
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={COLOR_SCHEMES}
      {...(chosen === 'system' ? {} : { forceColorScheme: chosen })}
    >
      {children}
    </MantineProvider>
  );
}
