/** The routes of the window, one per page. The history is in the hash, because the only document is index.html. */
import {
  createBrowserHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import type { FirstPage } from '../../shared/model/app.ts';
import { ListingsPage } from '../features/listings/listings-page.tsx';
import { PAGE_SEARCH, type Page, parseSearch, stringifySearch } from '../navigation/search.ts';
import { PageFailure, PageLoading } from './page-loading.tsx';
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

/** The route of a page: its path is the page's name after a slash. */
const page = <P extends Page, Component extends RouteComponent>(name: P, component: Component) =>
  createRoute({ ...common, path: `/${name}` as `/${P}`, validateSearch: PAGE_SEARCH[name], component });

const routes = [
  createRoute({ ...common, path: '/', beforeLoad: toFirstPage }),
  page(
    'welcome',
    lazyRouteComponent(() => import('../features/welcome/welcome-page.tsx'), 'WelcomePage'),
  ),
  page(
    'overview',
    lazyRouteComponent(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  ),
  page(
    'token',
    lazyRouteComponent(() => import('../features/tokens/token-page.tsx'), 'TokenPage'),
  ),
  page('listings', ListingsPage),
  page(
    'availability',
    lazyRouteComponent(() => import('../features/availability/availability-page.tsx'), 'AvailabilityPage'),
  ),
  page(
    'calendars',
    lazyRouteComponent(() => import('../features/calendars/calendars-page.tsx'), 'CalendarsPage'),
  ),
  page(
    'matrix',
    lazyRouteComponent(() => import('../features/matrix/matrix-page.tsx'), 'MatrixPage'),
  ),
  page(
    'quotes',
    lazyRouteComponent(() => import('../features/quotes/quotes-page.tsx'), 'QuotesPage'),
  ),
  createRoute({
    ...common,
    // The earlier address of the page Quotes.
    path: '/board',
    validateSearch: PAGE_SEARCH.quotes,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/quotes', search, replace: true });
    },
  }),
  page(
    'offers/new',
    lazyRouteComponent(() => import('../features/offers/offer-page.tsx'), 'OfferPage'),
  ),
  page(
    'guests',
    lazyRouteComponent(() => import('../features/guests/guests-page.tsx'), 'GuestsPage'),
  ),
  page(
    'tasks',
    lazyRouteComponent(() => import('../features/tasks/tasks-page.tsx'), 'TasksPage'),
  ),
  page(
    'traffic',
    lazyRouteComponent(() => import('../features/traffic/traffic-page.tsx'), 'TrafficPage'),
  ),
  page(
    'doctor',
    lazyRouteComponent(() => import('../features/doctor/doctor-sections.tsx'), 'DoctorSections'),
  ),
  page(
    'cases',
    lazyRouteComponent(() => import('../features/cases/cases-page.tsx'), 'CasesPage'),
  ),
  page(
    'connections',
    lazyRouteComponent(() => import('../features/connections/connections-page.tsx'), 'ConnectionsPage'),
  ),
  page(
    'sandbox',
    lazyRouteComponent(() => import('../features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
  ),
  page(
    'service',
    lazyRouteComponent(() => import('../features/service/service-page.tsx'), 'ServicePage'),
  ),
  page(
    'help',
    lazyRouteComponent(() => import('../features/help/help-page.tsx'), 'HelpPage'),
  ),
  page(
    'settings',
    lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  ),
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
