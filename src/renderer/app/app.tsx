/** The providers of the renderer. */
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask } from '../ipc/client.ts';
import type { AppRouter } from './router.tsx';
import { theme } from './theme.ts';

export function App({ client, router }: { client: QueryClient; router: AppRouter }) {
  return (
    <QueryClientProvider client={client}>
      <Themed>
        <Notifications position="top-center" limit={3} containerWidth={400} />
        <RouterProvider router={router} />
      </Themed>
    </QueryClientProvider>
  );
}

/** Main keeps the chosen colour scheme; the library's own store would read `localStorage`, which blocks the page when it opens. */
const COLOR_SCHEMES: MantineColorSchemeManager = {
  get: (defaultScheme) => defaultScheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** The colour scheme: the OS's unless the person chose one. */
function Themed({ children }: { children: ReactNode }) {
  const preferences = useQuery(ask('app', 'preferences', null));
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
