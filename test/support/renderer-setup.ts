/** Set-up of every renderer test: a fixed date, a complete DOM, a silent console, and no state of earlier tests. */
import { notifications } from '@mantine/notifications';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { setFormats } from '../../src/renderer/text/format.ts';
import { clearRememberedState, followTyped } from '../../src/renderer/ui/use-remembered-state.ts';
import './cheap-clones.ts';
import './cheap-queries.ts';
import './complete-dom.ts';
import './no-owner-stacks.ts';
import { NOW } from './fixtures.ts';

/** An error that prints the document only into a message that is read: a wait fails often before it succeeds. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  const text = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { configurable: true, get: text });
}

// A busy machine renders late.
configure({ asyncUtilTimeout: 30_000, getElementError: elementError });

// For modules that read the time when they load. Timers stay real: React and user-event need them.
vi.setSystemTime(NOW);

/** The test's console output. A test that expects output catches it with a spy of its own. */
const written: string[] = [];

beforeEach(() => {
  vi.setSystemTime(NOW);
  setFormats({ locale: 'en-US', clock: 'h23' });
  written.length = 0;
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void written.push(words.map(shortText).join(' ')));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  notifications.clean();
  notifications.cleanQueue();
  clearRememberedState();
  followTyped(() => {});
  window.history.replaceState(null, '', window.location.pathname + window.location.hash);
  if (written.length > 0) throw new Error(`on the console: ${written.join('; ')}`);
});

/** Cuts the text: an element's HTML is long. */
const shortText = (value: unknown): string =>
  (value instanceof Element ? value.outerHTML : String(value)).slice(0, 600);
