/** The frame of every page: navigation, top bar and search. A page change moves the focus to the content. */
import { AppShell, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { spotlight } from '@mantine/spotlight';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, memo, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useOpenWindow } from '../actions/open-connection.tsx';
import { listen } from '../ipc/client.ts';
import { useConnection } from '../ipc/current.ts';
import { IconPlus, IconSelector } from '../ui/icons.ts';
import { useIdle } from '../ui/use-idle.ts';
import { usePopoverButton } from '../ui/use-popover-button.ts';
import { setWindowTitle } from '../ui/window-title.ts';
import { aboutConnection, ConnectionMark } from './connection-label.tsx';
import { IconLabel } from './icon-label.tsx';
import { NavLinks } from './nav-links.tsx';
import { PageLoading } from './page-loading.tsx';
import { usePage } from './pages.ts';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';

const SearchBox = lazy(() => import('./search-box.tsx').then((module) => ({ default: module.SearchBox })));
const ProxyDialog = lazy(() => import('./proxy-dialog.tsx').then((module) => ({ default: module.ProxyDialog })));
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx').then((module) => ({ default: module.ShortcutHelp })));

// Memoised, because another page changes nothing of it but its marked entry and its content.
export const Shell = memo(function Shell() {
  // If a person opens the search box before the window is idle, the box appears as soon as it is loaded.
  const isIdle = useIdle();
  const connection = useConnection();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setWindowTitle({ connection: connection.name });
  }, [connection.name]);
  return (
    <AppShell layout="alt" header={{ height: 60 }} navbar={{ width: { base: 64, md: 224 }, breakpoint: 0 }}>
      <button type="button" className="lk-skip" onClick={() => content.current?.focus()}>
        Skip to the page
      </button>
      <AppShell.Navbar className={styles.navbar ?? ''} aria-label="Main menu" component="div" withBorder={false}>
        <div className={styles.brand}>
          <BrandMark />
          <span className={styles.hideNarrow}>Latchkey</span>
        </div>
        <ConnectionSwitcher />
        <AddOwnConnection />
        <NavLinks />
      </AppShell.Navbar>
      <AppShell.Header component="header">
        <TopBar />
      </AppShell.Header>
      <AppShell.Main className={styles.main ?? ''}>
        <div ref={content} id="content" className={styles.content} tabIndex={-1}>
          <Suspense fallback={<PageLoading />} key={connection.id}>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
      <Suspense fallback={null}>{isIdle ? <SearchBox /> : null}</Suspense>
      <CommandListener />
      <Suspense fallback={null}>{isIdle ? <ShortcutHelp /> : null}</Suspense>
      <Suspense fallback={null}>{isIdle ? <ProxyDialog /> : null}</Suspense>
      <PageFocus content={content} />
    </AppShell>
  );
});

/** Moves the focus to the content when the page changes. The component is drawn last, so that the page's own effects have run. */
function PageFocus({ content }: { content: RefObject<HTMLDivElement | null> }) {
  const page = usePage();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shown = useRef({ page, path });
  useEffect(() => {
    const before = shown.current;
    shown.current = { page, path };
    if (before.path === path || before.path === '/') return;
    const focused = document.activeElement;
    if (before.page !== page) window.scrollTo(0, 0);
    // A new page may have focused a field of its own. Within a page, the focus is lost when its element is removed.
    const isLost = before.page === page ? focused === document.body : !content.current?.contains(focused);
    if (isLost) content.current?.focus({ preventScroll: true });
  }, [page, path, content]);
  return null;
}

function BrandMark() {
  return (
    <svg width={28} height={28} viewBox="0 0 32 32" fill="none" aria-hidden>
      <circle cx="11.5" cy="16" r="8" stroke="#dba32e" strokeWidth="3" />
      <path d="M11.5 11.6V16l2.9 1.9" stroke="#dba32e" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M19.5 16H30M25 16v4.4M29 16v3" stroke="#dba32e" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

/** A button that adds the person's own connection; it is on every page of the sandbox connection. */
function AddOwnConnection() {
  const connection = useConnection();
  const navigate = useNavigate();
  if (connection.presetId !== 'sandbox') return null;
  return (
    <IconLabel label="Add your connection">
      <button
        type="button"
        className={styles.addOwn}
        onClick={() => void navigate({ to: '/connections', search: { new: '1' } })}
      >
        <IconPlus size={16} stroke={2} aria-hidden />
        <span className={styles.hideNarrow}>Add your connection</span>
      </button>
    </IconLabel>
  );
}

/** Shows a notification about a booking form that a program has filled in, with a button that opens it. */
function offerBookingForm(show: () => void): void {
  const id = 'booking form';
  const open = () => {
    notifications.hide(id);
    show();
  };
  notifications.hide(id);
  notifications.show({
    id,
    title: 'A program has filled in a booking form',
    message: (
      <Button size="compact-sm" onClick={open}>
        Show the form
      </Button>
    ),
    autoClose: false,
  });
}

/** Executes the commands of the menu, its accelerators and clicked notifications, and shows what links and files open. */
function CommandListener() {
  const navigate = useNavigate();
  const { id: connectionId } = useConnection();
  const openWindow = useOpenWindow();
  useEffect(
    () =>
      listen('app', 'onCommand', (command) => {
        if (command === 'search') spotlight.open();
        else if (command === 'shortcuts') return;
        else if (command === 'newWindow') openWindow(connectionId);
        // Main locks the app itself; this comes when there is no passphrase yet.
        else if (command === 'lock') void navigate({ to: '/settings', search: { section: 'lock' } });
        else if (command === 'report') void navigate({ to: '/settings', search: { section: 'about' } });
        else if (command === 'newConnection') void navigate({ to: '/connections', search: { new: '1' } });
        else void navigate({ to: `/${command}` });
      }),
    [navigate, openWindow, connectionId],
  );
  useEffect(
    () =>
      listen('app', 'onShowPage', ({ page, given, id, form }) => {
        if (given !== null) void navigate({ to: '/cases', search: { given } });
        else if (id !== null && form) {
          const show = () =>
            void navigate({ to: '/quotes', search: { id, plan: form.plan, hold: `${form.holdHours}` } });
          // An open dialog may hold what a person has typed into it.
          if (document.querySelector('[aria-modal="true"]')) offerBookingForm(show);
          else show();
        } else if (id !== null && (page === 'token' || page === 'quotes' || page === 'tasks'))
          void navigate({ to: `/${page}`, search: { id } });
        else if (id === 'updates' || id === 'programs') void navigate({ to: '/settings', search: { section: id } });
        else void navigate({ to: `/${page}` });
      }),
    [navigate],
  );
  return null;
}

const ConnectionMenu = lazy(() =>
  import('./connection-menu.tsx').then((module) => ({ default: module.ConnectionMenu })),
);

/** Shows the current connection, and opens the menu of connections. */
function ConnectionSwitcher() {
  const current = useConnection();
  const { attributes, place } = usePopoverButton('menu');
  return (
    <>
      <button
        {...attributes}
        type="button"
        className={styles.switcher}
        aria-label={`Connection: ${current.name}. Switch`}
      >
        <ConnectionMark connection={current} />
        <span className={`${styles.switcherText} ${styles.hideNarrow}`}>
          <div className={styles.switcherName}>{current.name}</div>
          <div className={styles.switcherAbout}>{aboutConnection(current)}</div>
        </span>
        <span className={styles.hideNarrow}>
          <IconSelector size={16} aria-hidden />
        </span>
      </button>
      <Suspense fallback={null}>{place ? <ConnectionMenu place={place} /> : null}</Suspense>
    </>
  );
}
