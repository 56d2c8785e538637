/** Set-up of every renderer test: a fixed date, a complete DOM, a silent console, and no state of earlier tests. */
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearRememberedState } from '../../src/renderer/ui/use-remembered-state.ts';
import './complete-dom.ts';
import './no-owner-stacks.ts';
import { NOW } from './fixtures.ts';

// A busy machine renders late.
configure({ asyncUtilTimeout: 30_000 });

// For modules that read the time when they load. Timers stay real: React and user-event need them.
vi.setSystemTime(NOW);

/** The test's console output. A test that expects output catches it with a spy of its own. */
const written: string[] = [];

beforeEach(() => {
  vi.setSystemTime(NOW);
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
  window.history.replaceState(null, '', window.location.pathname + window.location.hash);
  if (written.length > 0) throw new Error(`on the console: ${written.join('; ')}`);
});

/** Cuts the text: an element's HTML is long. */
const shortText = (value: unknown): string =>
  (value instanceof Element ? value.outerHTML : String(value)).slice(0, 600);
