/** Renders a component as the window would: theme, cache with main's events, a navigation that remembers where it went. */
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, type RenderResult, render } from '@testing-library/react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { createQueryClient } from '../../src/renderer/app/query-client.ts';
import { theme } from '../../src/renderer/app/theme.ts';
import { bridgeEvents } from '../../src/renderer/ipc/event-bridge.ts';
import { type Navigation, NavigationContext, type Page, type Search } from '../../src/renderer/ui/navigation.ts';
import { type Answers, type FakeMain, installFakeMain } from './fake-main.ts';

// A busy machine draws late; what is expected is expected all the same.
configure({ asyncUtilTimeout: 8_000 });

export interface Rendered extends RenderResult {
  readonly main: FakeMain;
  readonly client: QueryClient;
  /** Where the component went, oldest first. */
  readonly visits: { page: Page; search: Search }[];
}

/** Puts up what happy-dom has not: media queries, observers, scrolling. */
export function completeDom(): void {
  window.matchMedia ??= (() => ({ matches: false, addEventListener() {}, removeEventListener() {} })) as never;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as never;
  Element.prototype.scrollIntoView ??= () => {};
}

export function renderWithMain(
  children: ReactNode,
  { answers = {}, page = 'overview', search = {} }: { answers?: Answers; page?: Page; search?: Search } = {},
): Rendered {
  completeDom();
  const main = installFakeMain(answers);
  const client = createQueryClient();
  bridgeEvents(client);
  const visits: Rendered['visits'] = [];
  function Around({ inside }: { inside: ReactNode }) {
    const [at, setAt] = useState<{ page: Page; search: Search }>({ page, search });
    const navigation = useMemo<Navigation>(
      () => ({
        ...at,
        go: (to, wanted) => {
          visits.push({ page: to, search: wanted });
          setAt({ page: to, search: wanted });
        },
      }),
      [at],
    );
    return <NavigationContext value={navigation}>{inside}</NavigationContext>;
  }
  const result = render(
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} env="test">
        <Around inside={<Suspense fallback="waiting">{children}</Suspense>} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { ...result, main, client, visits };
}
