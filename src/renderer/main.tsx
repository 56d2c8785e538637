/** Starts the window: styles, event bridge, application. */
import './app/jitless.ts';
import './app/trusted-types.ts';
import './app/mantine.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app/theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { applyColorScheme } from './app/color-scheme.ts';
import { keepComposition } from './app/composition.ts';
import { applyFormats } from './app/formats.ts';
import { loadIconLabels } from './app/icon-label.tsx';
import { isLocked, prefetchShell } from './app/prefetch-shell.ts';
import { createQueryClient } from './app/query-client.ts';
import { createAppRouter } from './app/router.tsx';
import { restoreTypedTexts } from './app/typed-texts.ts';
import { bridgeEvents } from './ipc/event-bridge.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
keepComposition(window);
const client = createQueryClient();
bridgeEvents(client);
const firstPage = prefetchShell(client);
const router = createAppRouter(firstPage);
// React replaces a placeholder after 300 ms at the earliest, so nothing is drawn before the first page can be drawn.
// A top-level await would never end: the pages' chunks import this module's chunk, and `load` waits for a page.
const labels = firstPage.then(loadIconLabels);
void Promise.allSettled([labels, router.load(), restoreTypedTexts()]).then(async () => {
  if (await isLocked(firstPage)) return (await import('./app/lock-screen.tsx')).drawLockScreen(root, client);
  applyColorScheme(client);
  applyFormats(client);
  createRoot(root).render(<App client={client} router={router} />);
});
