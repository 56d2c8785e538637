/** Renders a component with the application's theme, its routes, and a cache that main's events update. */
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { type RenderResult, render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { createQueryClient } from '../../src/renderer/app/query-client.ts';
import { theme } from '../../src/renderer/app/theme.ts';
import { keyOf } from '../../src/renderer/ipc/client.ts';
import { bridgeEvents } from '../../src/renderer/ipc/event-bridge.ts';
import { PAGE_SEARCH, type Page, parseSearch, stringifySearch } from '../../src/renderer/navigation/search.ts';
import { contract } from '../../src/shared/contract/index.ts';
import type { Audience } from '../../src/shared/model/app.ts';
import { type Answers, type FakeMain, installFakeMain } from './fake-main.ts';
import { preferencesFixture } from './fixtures.ts';

/** Search parameters as an address carries them. */
type Search = Readonly<Record<string, string>>;

export interface Rendered extends RenderResult {
  readonly main: FakeMain;
  readonly client: QueryClient;
  /** The component's navigations, oldest first. */
  readonly visits: { page: Page; search: Search }[];
}

/**
 * A router with the application's pages, at one of them. It records every navigation but does not follow one to another page, so that
 * the component under test stays mounted.
 */
function routerAt(page: Page, search: Search, visits: Rendered['visits']) {
  const history = createMemoryHistory({ initialEntries: [`/${page}${stringifySearch(search)}`] });
  history.createHref = (path) => `#${path}`;
  for (const way of ['push', 'replace'] as const) {
    const move = history[way];
    history[way] = (href, ...rest) => {
      const { pathname, searchParams } = new URL(href, 'app://window');
      visits.push({ page: pathname.slice(1) as Page, search: Object.fromEntries(searchParams) });
      if (pathname === `/${page}`) move(href, ...rest);
    };
  }
  const root = createRootRoute();
  const routes = Object.entries(PAGE_SEARCH).map(([name, schema]) =>
    createRoute({ getParentRoute: () => root, path: `/${name}`, validateSearch: schema }),
  );
  const router = createRouter({ routeTree: root.addChildren(routes), history, parseSearch, stringifySearch });
  // Tests look at the first render, which does not wait for the router to load.
  router.stores.setMatches(router.matchRoutes(router.latestLocation));
  return router;
}

/**
 * Puts what every page needs into the cache, as the window does before its first drawing (`prefetchShell`). Without it the page suspends,
 * and React shows what follows a placeholder 300 ms after it.
 */
function prefetchAnswers(client: QueryClient, { connections, app }: Answers): void {
  for (const [key, output, answer] of [
    [keyOf('connections', 'list', null), contract.connections.list.output, connections?.list],
    [keyOf('app', 'info', null), contract.app.info.output, app?.info],
    [keyOf('app', 'preferences', null), contract.app.preferences.output, app?.preferences],
  ] as const) {
    if (!answer || client.getQueryData(key) !== undefined) continue;
    const known = output.safeParse(answer(null));
    if (known.success) client.setQueryData(key, known.data);
  }
}

/** Draws for support, unless a test chooses the audience or answers for the preferences. */
export function renderWithMain(
  children: ReactNode,
  {
    answers = {},
    page = 'overview',
    search = {},
    client = createQueryClient(),
    audience = answers.app?.preferences ? null : 'support',
  }: { answers?: Answers; page?: Page; search?: Search; client?: QueryClient; audience?: Audience | null } = {},
): Rendered {
  if (audience) client.setQueryData(keyOf('app', 'preferences', null), preferencesFixture({ audience }));
  prefetchAnswers(client, answers);
  const main = installFakeMain(answers);
  bridgeEvents(client);
  const visits: Rendered['visits'] = [];
  const result = render(
    <QueryClientProvider client={client}>
      {/* A query reads the style of each element; without variables and classes that no component here uses, it reads it faster. */}
      <MantineProvider
        theme={theme}
        env="test"
        withCssVariables={false}
        withStaticClasses={false}
        withGlobalClasses={false}
      >
        <RouterContextProvider router={routerAt(page, search, visits)}>
          <Suspense fallback="waiting">{children}</Suspense>
        </RouterContextProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { ...result, main, client, visits };
}
