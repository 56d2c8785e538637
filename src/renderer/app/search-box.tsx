/** The search box (Ctrl/Cmd+K): listings, quotes, guests, searches, views, tasks, requests, pages, settings, connections, actions and help in one list. */
import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, startTransition, useOptimistic, useState } from 'react';
import { flushSync } from 'react-dom';
import { credentialsOf } from '../../shared/connection/account.ts';
import { useOpenWindow } from '../actions/open-connection.tsx';
import { useAct } from '../ipc/client.ts';
import { useAudience, useConnection, useConnections, useSelectConnection } from '../ipc/current.ts';
import type { Page } from '../navigation/search.ts';
import { SETTINGS_SECTIONS } from '../navigation/settings-sections.ts';
import {
  IconAppWindow,
  IconCalendarStats,
  IconKey,
  IconListCheck,
  IconLockCheck,
  IconPlugConnected,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconSettings,
} from '../ui/icons.ts';
import { aboutConnection } from './connection-label.tsx';
import { PAGES, titleOf } from './pages.ts';
import { matching, type ResultGroup, SearchResults } from './search-results.tsx';
import { KEEPS_SCROLL_BAR } from './theme.ts';
import { ICON, useFound } from './use-found.tsx';
import { useFoundHelp } from './use-found-help.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useStillPage } from './use-still-page.ts';

/** Opens the first result at Enter. Mantine does so only if a key was pressed after the results arrived. */
function pressFirst({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const dialog = currentTarget.closest('[role="dialog"]');
  if (key !== 'Enter' || dialog?.querySelector('[data-selected]')) return;
  dialog?.querySelector<HTMLElement>('[data-action]')?.click();
}

/** Descriptions of the pages, which the search shows. */
const ABOUT: Readonly<Partial<Record<Page, string>>> = {
  overview: 'What needs attention',
  listings: 'Listings of the Open API',
  availability: 'What is free, and at which price',
  calendars: 'All properties on all days',
  quotes: 'Quotes and reservations',
  guests: 'Stays, quotes and offers of each guest',
  tasks: 'Free days and prices of many properties',
  traffic: 'Every request and response',
  doctor: 'Diagnosis of refused requests',
  cases: 'Diagnoses with notes',
  connections: 'Accounts and credentials',
  sandbox: 'Control the embedded service',
  settings: 'Appearance, privacy, network, data and updates',
  help: 'First steps, words, keys, messages, what is new',
};

export function SearchBox() {
  // Here, because these come after the first picture.
  useStillPage();
  useKeptFocus();
  const navigate = useNavigate();
  const { connections } = useConnections();
  const current = useConnection();
  const select = useSelectConnection();
  const pages = PAGES.filter((entry) => entry.page !== 'sandbox' || current.presetId === 'sandbox');
  const [query, setQuery] = useState('');
  const found = useFound(current.id, query);
  const audience = useAudience();
  const help = useFoundHelp(query);
  const showsTokens = audience === 'support' || /tok/i.test(query);
  const places: ResultGroup[] = [
    {
      group: 'Pages',
      actions: pages.map((entry) => ({
        id: `page-${entry.page}`,
        label: titleOf(entry, audience),
        description: ABOUT[entry.page] ?? '',
        leftSection: <entry.Icon {...ICON} />,
        onClick: () => void navigate({ to: `/${entry.page}` }),
      })),
    },
    {
      group: 'Settings',
      actions: (query.trim() === '' ? [] : SETTINGS_SECTIONS).map(({ section, title, about }) => ({
        id: `settings-${section}`,
        label: title,
        description: about,
        keywords: 'settings',
        leftSection: <IconSettings {...ICON} />,
        onClick: () => void navigate({ to: '/settings', search: { section } }),
      })),
    },
    {
      group: 'Tokens',
      actions: (showsTokens ? credentialsOf(current) : []).map((credential) => ({
        id: `token-${credential.id}`,
        label: `Token of ${credential.label}`,
        description: 'Lifetime, quota and renewal',
        leftSection: <IconKey {...ICON} />,
        onClick: () => void navigate({ to: '/token', search: { id: credential.id } }),
      })),
    },
    {
      group: 'Connections',
      actions: connections.map((connection) => ({
        id: `connection-${connection.id}`,
        label: connection.id === current.id ? `${connection.name} (current)` : `Switch to ${connection.name}`,
        description: aboutConnection(connection),
        leftSection: <IconPlugConnected {...ICON} />,
        onClick: () =>
          connection.id === current.id
            ? void navigate({ to: '/connections', search: { id: connection.id } })
            : select.mutate({ id: connection.id }),
      })),
    },
    useActions(),
  ];
  return (
    <Box query={query} onQuery={setQuery}>
      <SearchResults groups={[...found, ...matching(places, query), help]} query={query} />
    </Box>
  );
}

/** Shows a typed character at once. The results follow in a transition; a key that acts on them first brings them up to date. */
function Box({ query, onQuery, children }: { query: string; onQuery: (query: string) => void; children: ReactNode }) {
  const [typed, show] = useOptimistic(query);
  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={(text) =>
        startTransition(() => {
          show(text);
          onQuery(text);
        })
      }
      scrollable
      maxHeight={420}
      removeScrollProps={KEEPS_SCROLL_BAR}
      attributes={{ content: { 'aria-label': 'Search' } }}
      overlayProps={{ backgroundOpacity: 0.35 }}
    >
      <Spotlight.Search
        leftSection={<IconSearch {...ICON} />}
        placeholder="Go to a property, a quote, a guest, an action, or ask a question"
        aria-label="Search the app"
        onKeyDown={(event) => {
          if (ACTING_KEYS.includes(event.key)) flushSync(() => onQuery(typed));
          pressFirst(event);
        }}
      />
      {children}
    </Spotlight.Root>
  );
}

const ACTING_KEYS: readonly string[] = ['Enter', 'ArrowDown', 'ArrowUp'];

function useActions(): ResultGroup {
  const navigate = useNavigate();
  const { connections } = useConnections();
  const current = useConnection();
  const openWindow = useOpenWindow();
  const load = useAct('listings', 'load');
  const lock = useAct('lock', 'lock');
  return {
    group: 'Actions',
    actions: [
      {
        id: 'new-connection',
        label: 'Add connection',
        description: 'Your own account, beside the sandbox',
        leftSection: <IconPlus {...ICON} />,
        onClick: () => void navigate({ to: '/connections', search: { new: '1' } }),
      },
      ...(current.applications.length === 0
        ? []
        : [
            {
              id: 'flexible-dates',
              label: 'Flexible dates',
              description: 'What is free when, at what price: many properties, arrivals and weekends side by side',
              leftSection: <IconCalendarStats {...ICON} />,
              onClick: () => void navigate({ to: '/matrix' }),
            },
            {
              id: 'new-task',
              label: 'New task',
              description: 'Free days and prices of many properties, or stays over a range of days',
              leftSection: <IconListCheck {...ICON} />,
              onClick: () => void navigate({ to: '/tasks', search: { new: '1' } }),
            },
          ]),
      ...connections.map(({ id, name }) => ({
        id: `window-${id}`,
        label: `Open ${name} in another window`,
        description: 'This window stays as it is',
        leftSection: <IconAppWindow {...ICON} />,
        onClick: () => openWindow(id),
      })),
      {
        id: 'lock',
        label: 'Lock the app',
        description: 'Until the passphrase is typed, the windows show nothing',
        leftSection: <IconLockCheck {...ICON} />,
        onClick: () =>
          lock.mutate(null, {
            onSuccess: ({ phase }) =>
              phase === 'off' && void navigate({ to: '/settings', search: { section: 'lock' } }),
          }),
      },
      {
        id: 'load-listings',
        label: 'Reload Listings',
        description: current.name,
        leftSection: <IconRefresh {...ICON} />,
        onClick: () => {
          load.mutate({ connectionId: current.id });
          void navigate({ to: '/listings' });
        },
      },
    ],
  };
}
