/** The routes of the window, one per page. The history is in the hash, because the only document is index.html. */
import {
  createBrowserHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import type { FirstPage } from '../../shared/model/app.ts';
import { ListingsPage } from '../features/listings/listings-page.tsx';
import { PAGE_SEARCH, parseSearch, stringifySearch } from '../navigation/search.ts';
import { PageFailure } from './page-failure.tsx';
import { PageLoading } from './page-loading.tsx';
import { Root } from './root.tsx';

interface WindowContext {
  readonly firstPage: Promise<FirstPage>;
}

const root = createRootRouteWithContext<WindowContext>()({ component: Root, errorComponent: PageFailure });
const common = { getParentRoute: () => root, errorComponent: PageFailure, pendingComponent: PageLoading } as const;

async function toFirstPage({ context }: { context: WindowContext }): Promise<never> {
  // When main does not answer, Overview shows the error.
  const page = await context.firstPage.catch(() => 'overview' as const);
  throw redirect({ to: `/${page}`, replace: true });
}

const routes = [
  createRoute({ ...common, path: '/', beforeLoad: toFirstPage }),
  createRoute({
    ...common,
    path: '/welcome',
    validateSearch: PAGE_SEARCH.welcome,
    component: lazyRouteComponent(() => import('../features/welcome/welcome-page.tsx'), 'WelcomePage'),
  }),
  createRoute({
    ...common,
    path: '/overview',
    validateSearch: PAGE_SEARCH.overview,
    component: lazyRouteComponent(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...common,
    path: '/token',
    validateSearch: PAGE_SEARCH.token,
    component: lazyRouteComponent(() => import('../features/tokens/token-page.tsx'), 'TokenPage'),
  }),
  createRoute({
    ...common,
    path: '/listings',
    validateSearch: PAGE_SEARCH.listings,
    component: ListingsPage,
  }),
  createRoute({
    ...common,
    path: '/availability',
    validateSearch: PAGE_SEARCH.availability,
    component: lazyRouteComponent(() => import('../features/availability/availability-page.tsx'), 'AvailabilityPage'),
  }),
  createRoute({
    ...common,
    path: '/matrix',
    validateSearch: PAGE_SEARCH.matrix,
    component: lazyRouteComponent(() => import('../features/matrix/matrix-page.tsx'), 'MatrixPage'),
  }),
  createRoute({
    ...common,
    path: '/quotes',
    validateSearch: PAGE_SEARCH.quotes,
    component: lazyRouteComponent(() => import('../features/quotes/quotes-page.tsx'), 'QuotesPage'),
  }),
  createRoute({
    ...common,
    // The earlier address of the page Quotes.
    path: '/board',
    validateSearch: PAGE_SEARCH.quotes,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/quotes', search, replace: true });
    },
  }),
  createRoute({
    ...common,
    path: '/offers/new',
    validateSearch: PAGE_SEARCH['offers/new'],
    component: lazyRouteComponent(() => import('../features/offers/offer-page.tsx'), 'OfferPage'),
  }),
  createRoute({
    ...common,
    path: '/tasks',
    validateSearch: PAGE_SEARCH.tasks,
    component: lazyRouteComponent(() => import('../features/tasks/tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    ...common,
    path: '/traffic',
    validateSearch: PAGE_SEARCH.traffic,
    component: lazyRouteComponent(() => import('../features/traffic/traffic-page.tsx'), 'TrafficPage'),
  }),
  createRoute({
    ...common,
    path: '/doctor',
    validateSearch: PAGE_SEARCH.doctor,
    component: lazyRouteComponent(() => import('../features/doctor/doctor-sections.tsx'), 'DoctorSections'),
  }),
  createRoute({
    ...common,
    path: '/cases',
    validateSearch: PAGE_SEARCH.cases,
    component: lazyRouteComponent(() => import('../features/cases/cases-page.tsx'), 'CasesPage'),
  }),
  createRoute({
    ...common,
    path: '/connections',
    validateSearch: PAGE_SEARCH.connections,
    component: lazyRouteComponent(() => import('../features/connections/connections-page.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    ...common,
    path: '/sandbox',
    validateSearch: PAGE_SEARCH.sandbox,
    component: lazyRouteComponent(() => import('../features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
  }),
  createRoute({
    ...common,
    path: '/service',
    validateSearch: PAGE_SEARCH.service,
    component: lazyRouteComponent(() => import('../features/service/service-page.tsx'), 'ServicePage'),
  }),
  createRoute({
    ...common,
    path: '/settings',
    validateSearch: PAGE_SEARCH.settings,
    component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  }),
];

/** Creates the router of a window that opens on `firstPage`. Tests pass a memory history. */
export function createAppRouter(firstPage: Promise<FirstPage>, history: RouterHistory = createHashHistory()) {
  return createRouter({
    routeTree: root.addChildren(routes),
    context: { firstPage },
    history,
    parseSearch,
    stringifySearch,
    defaultNotFoundComponent: () => <Navigate to="/overview" replace />,
    defaultPendingMs: 150,
    scrollRestoration: false,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/** The router's history in the hash. The router's own hash history would mix it with the document's query, which names the window's connection. */
function createHashHistory(): RouterHistory {
  return createBrowserHistory({
    parseLocation() {
      const href = window.location.hash.slice(1) || '/';
      const [pathname = '/'] = href.split('?', 1);
      // An address that a person types has no state.
      const state = window.history.state ?? { __TSR_index: 0, __TSR_key: href, key: href };
      return { href, pathname, search: href.slice(pathname.length), hash: '', state };
    },
    createHref: (href) => `${window.location.pathname}${window.location.search}#${href}`,
  });
}
