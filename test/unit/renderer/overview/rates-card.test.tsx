import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { RatesCard } from '../../../../src/renderer/features/overview/rates-card.tsx';
import type { RateGroup, RateWindow } from '../../../../src/shared/model/rates.ts';
import { NOW, rateGroupFixture, ratesFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const minute = (changes: Partial<RateWindow>): RateWindow[] =>
  rateGroupFixture().windows.map((window) => (window.windowMs === 60_000 ? { ...window, ...changes } : window));

function show(changes: Partial<RateGroup>, onRender: () => void = () => {}) {
  const snapshot = ratesFixture('conn-1', [rateGroupFixture(changes)]);
  const rendered = renderWithMain(
    <Profiler id="rates" onRender={onRender}>
      <RatesCard connectionId="conn-1" />
    </Profiler>,
    { answers: { traffic: { rates: () => snapshot } } },
  );
  return { ...rendered, snapshot };
}

describe('RatesCard', () => {
  it('shows the use, the reported limits, other clients and the stricter limit', async () => {
    show({
      windows: minute({
        used: 112,
        otherClients: 12,
        allowed: 200,
        server: {
          limit: 200,
          remaining: 88,
          resetAt: Date.now() + 34_000,
          receivedAt: Date.now() - 12_500,
          header: 'x-ratelimit-remaining-minute',
        },
      }),
    });
    const meter = await screen.findByRole('meter', { name: 'Per minute' });
    expect(meter.textContent).toBe('112 of 200');
    expect(screen.getByText('12 of these 112 are from other clients, according to the server’s count.')).toBeTruthy();
    expect(screen.getByText('Limited to 200, the server’s stricter limit; your limit is 275.')).toBeTruthy();
    expect(screen.getByText('The server reported 88 of 200 left, reset in 34 s; 12 s ago')).toBeTruthy();
    expect(screen.getByTitle('x-ratelimit-remaining-minute')).toBeTruthy();
    expect(document.querySelectorAll('[data-others]')).toHaveLength(1);
    expect(document.querySelectorAll('[data-barred]')).toHaveLength(1);
  });

  it('shows the queue by lane and the throttling', async () => {
    show({ queued: 12, estimateMs: 3_000, lanes: { interactive: 2, background: 0, bulk: 10 }, rateShare: 0.5 });
    expect(await screen.findByText(/· 12 queued, about 3 s: 2 yours, 10 from tasks/)).toBeTruthy();
    expect(screen.getByText('At half speed after a 429; recovers automatically.')).toBeTruthy();
  });

  it('shows how long requests are paused', async () => {
    show({ pausedUntil: Date.now() + 20_000 });
    expect(await screen.findByText('Paused for 20 s at the server’s request.')).toBeTruthy();
  });

  it('shows the last hour as bars and as text', async () => {
    const lastHour = Array.from({ length: 60 }, (_, at) => (at < 57 ? 0 : at));
    show({ lastHour });
    expect(
      await screen.findByRole('img', {
        name: 'Booking Engine API: 174 requests in the last hour: 0 to 59 per minute, 59 in the current minute',
      }),
    ).toBeTruthy();
    cleanup();
    renderWithMain(<RatesCard connectionId="conn-1" sandbox />, {
      answers: { traffic: { rates: () => ratesFixture('conn-1', [rateGroupFixture({ lastHour })]) } },
    });
    expect(
      await screen.findByRole('img', {
        name: /174 requests in the last hour, counted since the app started: 0 to/,
      }),
    ).toBeTruthy();
    cleanup();
    show({});
    expect(await screen.findByText('No requests in the last hour.')).toBeTruthy();
  });

  it('shows a finding and links to its exchange', async () => {
    const { visits } = show({
      findings: [
        {
          kind: 'rateLimited',
          windowMs: 60_000,
          limit: 275,
          ours: 31,
          theirs: null,
          times: 3,
          firstAt: Date.now() - 600_000,
          lastAt: Date.now() - 60_000,
          exchangeId: 'ex-429',
        },
      ],
    });
    const card = await screen.findByRole('region', { name: 'Request rate' });
    expect(
      await within(card).findByText(
        /only 31 of 275 within the minute: another client shares the limit\. 3 times since/,
      ),
    ).toBeTruthy();
    await userEvent.click(within(card).getByRole('link', { name: 'See the exchange' }));
    expect(visits).toEqual([{ page: 'traffic', search: { id: 'ex-429' } }]);
  });

  it('says that an API without limits is not paced', async () => {
    show({ windows: [] });
    expect(await screen.findByText('No limit is set, so its requests are not paced.')).toBeTruthy();
  });

  it('does not render again while nothing changes', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW });
    let renders = 0;
    const server = { limit: 275, remaining: 190, resetAt: null, receivedAt: Date.now() - 7_200_000, header: 'x' };
    const { main, snapshot } = show({ windows: minute({ server }) }, () => {
      renders += 1;
    });
    await screen.findByText(/2 h ago/);
    renders = 0;
    act(() => main.emit('traffic', 'onRates', { ...snapshot, revision: 2, asOf: snapshot.asOf + 250 }));
    act(() => vi.advanceTimersByTime(600));
    expect(renders).toBe(0);
    const groups = [rateGroupFixture({ windows: minute({ used: 85 }) })];
    act(() => main.emit('traffic', 'onRates', { ...snapshot, revision: 3, groups }));
    expect(await screen.findAllByText('85 of 275')).toHaveLength(2);
    expect(renders).toBeGreaterThan(0);
  });
});
