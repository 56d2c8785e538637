/** The application's life cycle: one instance, reopened windows, and a quit that waits for the last writes. */

import { app, dialog } from 'electron';
import { isAppError } from '../../shared/app-error.ts';
import { describeError } from '../../shared/text/error-text.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { Windows } from './window.ts';

/** Logs uncaught errors instead of showing Electron's dialog. */
export function logUncaught(log: Log): void {
  // Writing to a closed terminal is no error. Without a listener it would be logged, and the log's line on the terminal would fail again.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('uncaughtException', (error) => log.error('an error was not caught', { error }));
  process.on('unhandledRejection', (error) => log.error('a rejection was not handled', { error }));
}

const QUIT_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Quits normally at a signal. Call after `ready`, because it removes Electron's own handlers, which skip `before-quit`. */
export function quitOnSignals(source: Pick<NodeJS.Process, 'on' | 'removeAllListeners'>): void {
  for (const signal of QUIT_SIGNALS) source.removeAllListeners(signal).on(signal, () => app.quit());
}

/**
 * Quits the app when its last window closes, unless it keeps running for programs. On macOS, closing the last window never quits the app, and a click
 * on the dock shows or reopens a window.
 */
export function quitWithLastWindow(windows: Windows, keepsRunning: () => boolean): void {
  app.on('activate', () => windows.show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !keepsRunning()) app.quit();
  });
}

/** The steps before the app quits: `close` finishes the last writes; then `install` installs an update and quits, or returns false. */
export interface BeforeQuit {
  close(): Promise<void>;
  install(quit: () => void): boolean;
}

/** Runs the steps before each quit of the app. Returns a function that starts them when the system ends the app without a quit event. */
export function closeBeforeQuit({ close, install }: BeforeQuit, clock: Clock, log: Log): () => void {
  let state: 'running' | 'closing' | 'closed' = 'running';
  const closeOnce = (): void => {
    if (state !== 'running') return;
    state = 'closing';
    const timeout = new Promise<void>((resolve) => clock.after(5 * SECOND_MS, resolve));
    void Promise.race([close(), timeout])
      .catch((error: unknown) => log.error('closing failed', { error }))
      .then(() => {
        state = 'closed';
        const quit = (): void => app.quit();
        if (!install(quit)) quit();
      });
  };
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    closeOnce();
  });
  return closeOnce;
}

export function giveUp(error: unknown, log: Log): void {
  log.error('the app could not start', { error });
  dialog.showErrorBox('Latchkey could not start', `${reasonOf(error)}\n\nThe log in its data folder has the details.`);
  app.exit(1);
}

function reasonOf(error: unknown): string {
  if (!isAppError(error)) return error instanceof Error ? error.message : 'unknown reason';
  const { sentence, action } = describeError(error.data);
  return `${sentence} ${action}`;
}

export function describeApplication(version: string): void {
  app.setAboutPanelOptions({
    applicationName: 'Latchkey',
    applicationVersion: version,
    copyright: 'The Latchkey authors, MIT licence',
  });
}
