/** What every test of the renderer stands on: a day that does not pass, a whole DOM, a silent console, and nothing left of the test before. */
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearRememberedState } from '../../src/renderer/ui/use-remembered-state.ts';
import './complete-dom.ts';
import { NOW } from './fixtures.ts';

// A busy machine draws late; what is expected is expected all the same.
configure({ asyncUtilTimeout: 30_000 });

// Modules that ask for the time when they are loaded are told the same. Timers run: React and user-event need them.
vi.setSystemTime(NOW);

/** What the test wrote to the console; a test that expects words there catches them with a spy of its own. */
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
  if (written.length > 0) throw new Error(`on the console: ${written.join('; ')}`);
});

/** An element written out in full fills pages. */
const shortText = (value: unknown): string =>
  (value instanceof Element ? value.outerHTML : String(value)).slice(0, 600);
