import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { suggestionOf } from '../../../../src/renderer/features/traffic/filters/status-suggestion.tsx';
import { TrafficPage } from '../../../../src/renderer/features/traffic/traffic-page.tsx';
import type { FakeMain } from '../../../support/fake-main.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { answersOf, manyExchanges } from './exchanges.ts';

const show = (search = {}, journal = manyExchanges(12)) =>
  renderWithMain(<TrafficPage />, { answers: answersOf(journal), page: 'traffic', search });
const text = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter by text' });
const chip = (name: RegExp) => screen.getByRole('button', { name, pressed: false });
const lastFilter = (main: FakeMain) =>
  (main.inputsOf('traffic', 'exchanges').at(-1) as { filter: Record<string, unknown> }).filter;

describe('the filters of the list', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  });
  it('apply while a person types and chooses, and are in the address', async () => {
    const { main, visits } = show();
    await screen.findAllByText('List listings');
    await userEvent.type(text(), 'q 403 ');
    await userEvent.click(chip(/^401/));
    await userEvent.click(chip(/^403/));
    await waitFor(() =>
      expect(lastFilter(main)).toMatchObject({ search: 'q 403', outcomes: ['unauthorized', 'forbidden'] }),
    );
    expect(visits.at(-1)?.search).toEqual({ search: 'q 403', outcome: 'unauthorized,forbidden' });
    expect(text().value).toBe('q 403 ');
  });

  it('keep the previous rows until the new ones are loaded', async () => {
    const { main } = show();
    await screen.findAllByText('List listings');
    let answer = () => {};
    const late = answersOf(manyExchanges(1)).traffic?.exchanges;
    main.answer({
      traffic: {
        exchanges: async (input) => {
          await new Promise<void>((resolve) => {
            answer = resolve;
          });
          return (
            late?.(input) ?? { revision: 1, exchanges: [], next: null, matched: { count: 0, more: false }, total: 0 }
          );
        },
      },
    });
    fireEvent.change(text(), { target: { value: 'skip' } });
    await waitFor(() => expect(lastFilter(main)).toMatchObject({ search: 'skip' }));
    expect(screen.getAllByRole('row').length).toBeGreaterThan(10);
    answer();
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  });

  it('offer the applications by their labels and the operations, with their counts, and keep each choice with the others', async () => {
    const { main, visits } = show();
    await screen.findAllByText('List listings');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Application' }));
    await screen.findByRole('option', { name: /A removed application\s*2/ });
    await userEvent.click(await screen.findByRole('option', { name: /Website\s*7/ }));
    await waitFor(() => expect(lastFilter(main)).toMatchObject({ credentials: ['sandbox-app-1'] }));
    expect(visits.at(-1)?.search).toEqual({ credentialId: 'sandbox-app-1' });
    await userEvent.click(screen.getByRole('combobox', { name: 'Operation' }));
    await userEvent.click(await screen.findByRole('option', { name: /Search\s*7/ }));
    const both = { credentials: ['sandbox-app-1'], operations: ['search'] };
    await waitFor(() => expect(lastFilter(main)).toMatchObject(both));
    expect(visits.at(-1)?.search).toEqual({ credentialId: 'sandbox-app-1', operation: 'search' });
    await userEvent.click(screen.getByRole('button', { name: 'Reset the filters' }));
    expect(visits.at(-1)?.search).toEqual({});
    expect(screen.getByRole('combobox', { name: 'Application' })).toHaveProperty('value', '');
  });

  it('restrict the list to a recent span', async () => {
    const { main } = show({ span: '5m' });
    await waitFor(() => expect(main.inputsOf('traffic', 'exchanges').length).toBeGreaterThan(0));
    const { from, until } = lastFilter(main) as { from: number; until: null };
    expect(Date.now() - from).toBeGreaterThanOrEqual(5 * 60_000);
    expect(Date.now() - from).toBeLessThan(5 * 60_000 + 16_000);
    expect(until).toBeNull();
  });

  it('restrict list and timeline to a day or a custom range', async () => {
    const { main, visits } = show();
    const time = async (name: string) => {
      await userEvent.click(await screen.findByRole('combobox', { name: 'Time' }));
      await userEvent.click(await screen.findByRole('option', { name }));
    };
    await time('Yesterday');
    const { from, until } = visits.at(-1)?.search ?? {};
    expect(new Date(Number(from)).getHours()).toBe(0);
    expect(Number(until)).toBeLessThanOrEqual(Date.now());
    await time('Custom range …');
    const type = async (name: string, digits: string) => {
      await userEvent.click(screen.getByRole('spinbutton', { name }));
      await userEvent.keyboard(digits);
    };
    for (const [name, hours] of [
      ['From', '21'],
      ['Until', '20'],
    ]) {
      const dayField = await screen.findByRole('textbox', { name: `${name}, day` });
      await userEvent.clear(dayField);
      await userEvent.paste('2026-11-20');
      await type(`${name}, hours`, hours ?? '');
      await type(`${name}, minutes`, '00');
      await type(`${name}, seconds`, '00');
    }
    expect(screen.queryAllByText(/^[AP]M$/)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    await screen.findByText('Must be after “From”.');
    await type('Until, hours', '21');
    await type('Until, minutes', '30');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    const chosen = { from: new Date(2026, 10, 20, 21).getTime(), until: new Date(2026, 10, 20, 21, 30).getTime() };
    await waitFor(() => expect(lastFilter(main)).toMatchObject(chosen));
    expect(visits.at(-1)?.search).toEqual({ from: String(chosen.from), until: String(chosen.until) });
    await waitFor(() =>
      expect(main.inputsOf('traffic', 'timeline').at(-1)).toMatchObject({ until: chosen.until, bucketMs: 30_000 }),
    );
  });

  it('suggest a filter by status for a typed status', async () => {
    const { visits } = show();
    fireEvent.change(await screen.findByRole('textbox', { name: 'Filter by text' }), { target: { value: '403' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Only responses with status 403' }));
    expect(visits.at(-1)?.search).toEqual({ outcome: 'forbidden' });
    await waitFor(() => expect(text().value).toBe(''));
    const offered = (search: string, outcomes: never[] = []) => suggestionOf({ search, outcomes });
    expect(offered('503')).toEqual({
      label: 'Only 5xx responses that contain 503',
      changes: { outcome: 'serverFailed' },
    });
    expect(offered('5XX')?.changes).toEqual({ search: '', outcome: 'serverFailed' });
    for (const other of ['', '40', '4031', '604', '403 x']) expect(offered(other)).toBeNull();
  });

  it('are remembered for each connection', async () => {
    const first = show({ search: 'skip=1', outcome: 'ok', id: '' });
    await waitFor(() => expect(lastFilter(first.main)).toMatchObject({ search: 'skip=1' }));
    first.unmount();
    const back = show();
    await waitFor(() => expect(back.visits.at(-1)?.search).toEqual({ search: 'skip=1', outcome: 'ok' }));
    await waitFor(() => expect(text().value).toBe('skip=1'));
    await userEvent.click(screen.getByRole('button', { name: 'Reset the filters' }));
    back.unmount();
    const again = show({ taskId: 'task-1' });
    await waitFor(() => expect(lastFilter(again.main)).toMatchObject({ taskId: 'task-1', search: '' }));
    expect(again.visits).toEqual([]);
  });

  it('are read from the address and reset together, including the typed text', async () => {
    const address = {
      search: 'skip=1',
      outcome: 'ok',
      operation: 'listListings',
      host: 'h',
      from: '1',
      until: '9',
      id: '',
    };
    const { main, visits } = show(address);
    await waitFor(() =>
      expect(lastFilter(main)).toMatchObject({
        search: 'skip=1',
        outcomes: ['ok'],
        operations: ['listListings'],
        hosts: ['h'],
        from: 1,
        until: 9,
      }),
    );
    expect(text().value).toBe('skip=1');
    await userEvent.click(screen.getByRole('button', { name: 'Reset the filters' }));
    expect(visits.at(-1)?.search).toEqual({});
    await screen.findAllByText('List listings');
    expect(text().value).toBe('');
  });

  it('show the number of matches and of all exchanges', async () => {
    const { main } = show({ search: 'skip=1' });
    await screen.findByText('3 of 12 exchanges');
    await screen.findByText('3 matching exchanges', { selector: '[role=status]' });
    main.answer({
      traffic: {
        exchanges: () => ({
          revision: 2,
          exchanges: manyExchanges(200),
          next: 1,
          matched: { count: 10_000, more: true },
          total: 48_120,
        }),
      },
    });
    await userEvent.type(text(), '2');
    await screen.findByText('more than 10,000 matching exchanges', { selector: '[role=status]' });
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  });

  it('say that nothing matches and offer to show all', async () => {
    const { visits } = show({ outcome: 'serverFailed' });
    await screen.findByText('No matching exchanges');
    await userEvent.click(screen.getByRole('button', { name: 'Show all 12 exchanges' }));
    expect(visits.at(-1)?.search).toEqual({});
  });
});
