import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TrafficPage } from '../../../../src/renderer/features/traffic/traffic-page.tsx';
import { renderWithMain } from '../../../support/render.tsx';
import { answersOf, manyExchanges } from './exchanges.ts';

const journal = () => {
  const all = manyExchanges(9);
  const statuses = [429, 429, 403, 503, null, 404, 200, 200, 200];
  return all.map((exchange, index) => ({ ...exchange, status: statuses[index] ?? null }));
};
const show = (search = {}) =>
  renderWithMain(<TrafficPage />, { answers: answersOf(journal()), page: 'traffic', search });
const brush = () => screen.findByRole('slider', { name: /^Time on the timeline/ });

describe('the timeline', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(240);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  });
  it('has a text with the counts for screen readers', async () => {
    show();
    await screen.findByText(
      'In the last 15 min: 9 exchanges: 3 succeeded, 1 × 403, 2 × 429, 1 × other 4xx, 1 × 5xx, 1 without response.',
    );
    expect(screen.getByRole('button', { name: /^429\s*2$/ })).toBeDefined();
  });

  it('marks one refusal beside hundreds of successes, and no bar whose refusals are seen anyway', async () => {
    const all = manyExchanges(300).map((exchange, index) => ({ ...exchange, sentAt: exchange.sentAt + index * 1_000 }));
    const [refused, ...others] = all;
    if (!refused) throw new Error('no exchange');
    const page = renderWithMain(<TrafficPage />, {
      answers: answersOf([{ ...refused, status: 403 }, ...others]),
      page: 'traffic',
    });
    await brush();
    await waitFor(() => expect(page.container.querySelectorAll('[data-outcome="forbidden"]')).toHaveLength(1));
    page.unmount();
    const [one, two] = all;
    if (!one || !two) throw new Error('no exchanges');
    const { container } = renderWithMain(<TrafficPage />, {
      answers: answersOf([{ ...one, status: 403 }, two]),
      page: 'traffic',
    });
    await brush();
    expect(container.querySelectorAll('[data-outcome]')).toHaveLength(0);
  });

  it('filters by the time of a bar by keyboard', async () => {
    const { visits } = show();
    const slider = await brush();
    slider.focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d:\d\d, /);
    await userEvent.keyboard('{Enter}');
    const { from, until } = visits.at(-1)?.search ?? {};
    expect(Number(until) - Number(from)).toBe(15_000);
    await screen.findByText(/^In .* – .*: /);
  });

  it('selects several bars with Shift and clears the selection with Escape', async () => {
    const { visits } = show();
    (await brush()).focus();
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}{Escape}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{Enter}');
    const { from, until } = visits.at(-1)?.search ?? {};
    expect(Number(until) - Number(from)).toBe(45_000);
    expect(visits).toHaveLength(1);
  });

  it('selects the bars that a person drags over', async () => {
    const { visits } = show();
    const slider = await brush();
    vi.spyOn(slider, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 600 } as DOMRect);
    fireEvent.pointerDown(slider, { clientX: 605, button: 0 });
    fireEvent.pointerMove(slider, { clientX: 545 });
    fireEvent.pointerUp(slider);
    await waitFor(() => expect(visits).toHaveLength(1));
    const { from, until } = visits.at(-1)?.search ?? {};
    expect(Number(until) - Number(from)).toBe(6 * 15_000);
  });

  it('reloads its counts at most once a second', async () => {
    const { main } = show({ from: String(Date.now() - 60_000), until: String(Date.now() + 60_000) });
    await brush();
    const before = main.inputsOf('traffic', 'timeline').length;
    vi.useFakeTimers();
    for (let times = 0; times < 20; times += 1) main.emit('traffic', 'onRecorded', { revision: 2, exchanges: [] });
    await act(() => vi.advanceTimersByTimeAsync(900));
    expect(main.inputsOf('traffic', 'timeline').length).toBe(before + 1);
  });
});
