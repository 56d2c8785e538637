import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { RatePill } from '../../../../src/renderer/app/rate-pill.tsx';
import { machineFace, rateGroupFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

it('shows the queue and the reported limits in its popover', async () => {
  const now = Date.now();
  const windows = rateGroupFixture().windows.map((window) =>
    window.windowMs === 60_000
      ? {
          ...window,
          server: {
            limit: 275,
            remaining: 190,
            resetAt: null,
            receivedAt: now - 90_000,
            header: 'x-ratelimit-remaining-minute',
          },
        }
      : window,
  );
  renderWithMain(
    <RatePill
      group={rateGroupFixture({
        windows,
        queued: 12,
        lanes: { interactive: 2, background: 0, bulk: 10 },
        estimateMs: 2_600,
      })}
      face={machineFace}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: /Booking Engine API rate limits/ }));
  expect(await screen.findByText('12 queued, about 2.6 s: 2 yours, 10 from tasks.')).toBeTruthy();
  expect(screen.getByText('The server reported 190 of 275 left; 1 min ago, that minute has ended')).toBeTruthy();
  expect(screen.getByText('(x-ratelimit-remaining-minute)')).toBeTruthy();
});

it('highlights the fullest window, except those of seconds', () => {
  const used = [5, 84, 16_000];
  const windows = rateGroupFixture().windows.map((window, at) => ({ ...window, used: used[at] ?? 0 }));
  renderWithMain(<RatePill group={rateGroupFixture({ windows, rateShare: 0.5 })} face={machineFace} />);
  const fullest = [...screen.getByRole('button').querySelectorAll('[data-fullest]')];
  expect(fullest.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^\/h16k\/16\.5k/)]);
  expect(screen.getByText(/Booking/).textContent).toBe('Bookingslowed');
});

it('always draws the fullest window', () => {
  const [window] = rateGroupFixture().windows;
  const lengths = [1_000, 60_000, 3_600_000, 86_400_000];
  const windows = window
    ? lengths.map((windowMs, at) => ({ ...window, windowMs, limit: 1_000, allowed: 1_000, used: at === 1 ? 900 : 0 }))
    : [];
  renderWithMain(<RatePill group={rateGroupFixture({ windows })} face={machineFace} />);
  const shown = [...screen.getByRole('button').querySelectorAll('[data-window]')];
  expect(shown.map((one) => one.getAttribute('data-window'))).toEqual(['minute', 'hour', 'day']);
  expect(shown[0]?.hasAttribute('data-fullest')).toBe(true);
});

it('names a window of an unusual length by its length', () => {
  const [window] = rateGroupFixture().windows;
  const windows = window
    ? [
        { ...window, windowMs: 1_500 },
        { ...window, windowMs: 600_000 },
      ]
    : [];
  renderWithMain(<RatePill group={rateGroupFixture({ windows })} face={machineFace} />);
  const shown = [...screen.getByRole('button').querySelectorAll('[data-window]')];
  expect(shown.map(({ textContent }) => textContent?.split(/(?<=[sm])/)[0])).toEqual(['/1.5s', '/10m']);
});

it('shows short numbers and has a label with full numbers', () => {
  renderWithMain(<RatePill group={rateGroupFixture()} face={machineFace} />);
  const pill = screen.getByRole('button');
  const windows = [...pill.querySelectorAll('[data-window]')].map((window) => window.textContent);
  expect(windows.at(-1)).toMatch(/^\/h[\d.]+k?\/16\.5k/);
  expect(pill.getAttribute('aria-label')).toMatch(/of 16,500 per hour$/);
});
