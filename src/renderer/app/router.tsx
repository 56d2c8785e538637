/** The pages by their paths. Hash history, because the window's only document is index.html; parameters are plain text. */
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { firstPage } from './first-page.ts';
import { PageFailure } from './page-failure.tsx';
import { PageWaiting } from './page-waiting.tsx';
import { Root } from './root.tsx';

const root = createRootRoute({ component: Root, errorComponent: PageFailure });
const common = { getParentRoute: () => root, errorComponent: PageFailure, pendingComponent: PageWaiting } as const;

async function toFirstPage(): Promise<never> {
  throw redirect({ to: `/${await firstPage()}` as string, replace: true });
}

const routes = [
  createRoute({ ...common, path: '/', beforeLoad: toFirstPage }),
  createRoute({
    ...common,
    path: '/overview',
    component: lazyRouteComponent(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...common,
    path: '/token',
    component: lazyRouteComponent(() => import('../features/tokens/token-page.tsx'), 'TokenPage'),
  }),
  createRoute({
    ...common,
    path: '/listings',
    component: lazyRouteComponent(() => import('../features/listings/listings-page.tsx'), 'ListingsPage'),
  }),
  createRoute({
    ...common,
    path: '/availability',
    component: lazyRouteComponent(() => import('../features/availability/availability-page.tsx'), 'AvailabilityPage'),
  }),
  createRoute({
    ...common,
    path: '/quotes',
    component: lazyRouteComponent(() => import('../features/quotes/quotes-page.tsx'), 'QuotesPage'),
  }),
  createRoute({
    ...common,
    path: '/tasks',
    component: lazyRouteComponent(() => import('../features/tasks/tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    ...common,
    path: '/traffic',
    component: lazyRouteComponent(() => import('../features/traffic/traffic-page.tsx'), 'TrafficPage'),
  }),
  createRoute({
    ...common,
    path: '/doctor',
    component: lazyRouteComponent(() => import('../features/doctor/doctor-page.tsx'), 'DoctorPage'),
  }),
  createRoute({
    ...common,
    path: '/connections',
    component: lazyRouteComponent(() => import('../features/connections/connections-page.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    ...common,
    path: '/sandbox',
    component: lazyRouteComponent(() => import('../features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
  }),
  createRoute({
    ...common,
    path: '/settings',
    component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  }),
];

/** Makes the router; tests hand in a memory history. */
export function createAppRouter(history: RouterHistory = createHashHistory()) {
  return createRouter({
    routeTree: root.addChildren(routes),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const query = new URLSearchParams(search as Record<string, string>).toString();
      return query === '' ? '' : `?${query}`;
    },
    defaultNotFoundComponent: () => <Navigate to={'/overview' as string} replace />,
    defaultPendingMs: 150,
    scrollRestoration: false,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;
