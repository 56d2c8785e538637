/** The providers of the renderer. */
import { MantineProvider } from '@mantine/core';
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

/** The colour scheme: the OS's unless the person chose one. */
function Themed({ children }: { children: ReactNode }) {
  const preferences = useQuery(ask('app', 'preferences', null));
  const chosen = preferences.data?.theme ?? 'system';
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      {...(chosen === 'system' ? {} : { forceColorScheme: chosen })}
    >
      {children}
    </MantineProvider>
  );
}
