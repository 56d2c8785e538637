import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useExchangeList } from '../../../../src/renderer/features/traffic/list/use-exchange-list.ts';
import { TrafficPage } from '../../../../src/renderer/features/traffic/traffic-page.tsx';
import { type ExchangeSummary, filterOf } from '../../../../src/shared/model/traffic.ts';
import { exchangeFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { answersOf, manyExchanges } from './exchanges.ts';

const all = manyExchanges(30);
const rows = () => screen.getAllByRole('row').slice(1);
const firstPath = () => rows()[0]?.textContent;

function show() {
  const journal: ExchangeSummary[] = all.slice(10);
  const rendered = renderWithMain(<TrafficPage />, { answers: answersOf(journal), page: 'traffic' });
  const arrive = (count: number) => {
    const fresh = all.slice(30 - journal.length - count, 30 - journal.length);
    journal.unshift(...fresh);
    rendered.main.emit('traffic', 'onRecorded', { revision: journal.length, exchanges: fresh.toReversed() });
  };
  return { ...rendered, arrive };
}

const EVERYTHING = filterOf('sandbox');

function List() {
  const list = useExchangeList(EVERYTHING);
  return (
    <button type="button" onClick={list.readMore}>
      {list.rows.length} rows, newest {list.rows[0]?.seq}
    </button>
  );
}

describe('the live list', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(240);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  });
  it('adds new exchanges at the top, but not while a row is pressed, so that the press opens this row', async () => {
    const { arrive } = show();
    await waitFor(() => expect(firstPath()).toContain('skip=10'));
    arrive(2);
    await waitFor(() => expect(firstPath()).toContain('skip=8'));
    const pressed = rows()[0] as HTMLElement;
    fireEvent.pointerDown(pressed);
    arrive(2);
    await screen.findByText('24 exchanges');
    expect(firstPath()).toContain('skip=8');
    expect(screen.queryByRole('button', { name: /new exchange/ })).toBeNull();
    fireEvent.pointerUp(pressed);
    await waitFor(() => expect(firstPath()).toContain('skip=6'));
    // Neither the scroll bar nor another button of the mouse opens a row.
    fireEvent.pointerDown(screen.getByRole('table').parentElement as HTMLElement);
    fireEvent.pointerDown(rows()[0] as HTMLElement, { button: 2 });
    arrive(1);
    await waitFor(() => expect(firstPath()).toContain('skip=5'));
  });

  it('stays still while scrolled down and offers the new exchanges', async () => {
    const { arrive } = show();
    await waitFor(() => expect(firstPath()).toContain('skip=10'));
    const scroller = screen.getByRole('table').parentElement as HTMLElement;
    scroller.scrollTop = 200;
    fireEvent.scroll(scroller);
    arrive(3);
    const newer = await screen.findByRole('button', { name: /3 new exchanges/ });
    expect(firstPath()).toContain('skip=10');
    arrive(1);
    await screen.findByRole('button', { name: /4 new exchanges/ });
    await userEvent.click(newer);
    await waitFor(() => expect(firstPath()).toContain('skip=6'));
    expect(screen.queryByRole('button', { name: /new exchange/ })).toBeNull();
  });

  it('stays still while paused and catches up afterwards', async () => {
    const { arrive } = show();
    await waitFor(() => expect(firstPath()).toContain('skip=10'));
    const live = screen.getByRole('switch', { name: 'Live' });
    await userEvent.click(live);
    arrive(1);
    await screen.findByRole('button', { name: /1 new exchange$/ });
    expect(firstPath()).toContain('skip=10');
    await userEvent.click(live);
    await waitFor(() => expect(firstPath()).toContain('skip=9'));
  });

  it('fills when the first exchange arrives', async () => {
    const journal: ExchangeSummary[] = [];
    const { main } = renderWithMain(<TrafficPage />, { answers: answersOf(journal), page: 'traffic' });
    await screen.findByText('No traffic yet');
    journal.push(...all.slice(29));
    main.emit('traffic', 'onRecorded', { revision: 2, exchanges: journal });
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('keeps exchanges that arrive while a further page loads', async () => {
    const many = manyExchanges(260);
    const journal = many.slice(1);
    const answers = answersOf(journal);
    const whole = answers.traffic?.exchanges;
    const page = Promise.withResolvers<void>();
    Object.assign(answers.traffic ?? {}, {
      exchanges: async (input: Parameters<NonNullable<typeof whole>>[0]) => {
        const answer = whole?.(input);
        if (input.before !== null) await page.promise;
        return answer;
      },
    });
    const { main } = renderWithMain(<List />, { answers });
    await userEvent.click(await screen.findByRole('button', { name: '200 rows, newest 259' }));
    journal.unshift(...many.slice(0, 1));
    main.emit('traffic', 'onRecorded', { revision: 2, exchanges: many.slice(0, 1) });
    await screen.findByRole('button', { name: '201 rows, newest 260' });
    page.resolve();
    await screen.findByRole('button', { name: '260 rows, newest 260' });
  });

  it('drops rows that were deleted from the journal', async () => {
    const journal = [...all];
    const { main } = renderWithMain(<TrafficPage />, { answers: answersOf(journal), page: 'traffic' });
    await waitFor(() => expect(rows().length).toBeGreaterThan(10));
    journal.splice(0);
    journal.push(exchangeFixture({ seq: 99, id: 'ex-99', url: 'https://open.example.com/v1/listings?skip=after' }));
    main.emit('traffic', 'onRecorded', { revision: 2, exchanges: journal });
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(firstPath()).toContain('skip=after');
  });
});
