// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TrafficPage } from '../../../../src/renderer/features/traffic/traffic-page.tsx';
import type { Exchange, ExchangeSummary } from '../../../../src/shared/model/traffic.ts';
import type { Answers } from '../../../support/fake-main.ts';
import { connectionsFixture, exchangePageFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { manyExchanges, wholeExchange } from './exchanges.ts';

const answersOf = (exchanges: ExchangeSummary[], whole: Exchange = wholeExchange()): Answers => ({
  connections: { list: () => connectionsFixture() },
  app: { copyText: () => null },
  traffic: {
    exchanges: ({ limit }) => exchangePageFixture(exchanges.slice(0, limit), { total: exchanges.length }),
    chain: ({ chainId }) => exchanges.filter((exchange) => exchange.chainId === chainId),
    exchange: () => whole,
    clear: () => null,
  },
});
const show = (answers: Answers, search = {}) => renderWithMain(<TrafficPage />, { answers, page: 'traffic', search });
const rows = () => screen.getAllByRole('row').slice(1);

describe('TrafficPage', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  });
  afterEach(cleanup);

  it('draws only the rows in view and tells how many there are', async () => {
    show(answersOf(manyExchanges(450)));
    await screen.findAllByText('List listings');
    expect(rows().length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('451');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('450 exchanges'));
  });

  it('asks main with the text and outcome as they are typed and chosen', async () => {
    const { main } = show(answersOf(manyExchanges(3)));
    await screen.findAllByText('List listings');
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter by text' }), 'quotes 403');
    await userEvent.click(screen.getByRole('radio', { name: 'Refused' }));
    await waitFor(() =>
      expect(main.inputsOf('traffic', 'exchanges').at(-1)).toMatchObject({
        filter: { connectionId: 'sandbox', search: 'quotes 403', outcomes: ['unauthorized', 'forbidden'] },
      }),
    );
  });

  it('says that nothing was sent, and that nothing matches', async () => {
    const { main } = show(answersOf([]));
    await screen.findByText('Nothing was sent yet');
    main.answer({ traffic: { exchanges: () => exchangePageFixture([], { revision: 2, total: 7 }) } });
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter by text' }), 'x');
    await screen.findByText('No exchange matches');
    await userEvent.click(screen.getByRole('button', { name: 'Show all 7 exchanges' }));
    expect(screen.getByRole('textbox', { name: 'Filter by text' })).toHaveProperty('value', '');
  });

  it('takes new exchanges in when main says that some were recorded', async () => {
    const { main } = show(answersOf(manyExchanges(1)));
    await screen.findAllByText('List listings');
    main.answer(answersOf(manyExchanges(2)));
    main.emit('traffic', 'onRecorded', { revision: 2, exchanges: manyExchanges(1) });
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it('is moved through with the keyboard and opened with Enter', async () => {
    const { visits } = show(answersOf(manyExchanges(40)));
    await screen.findAllByText('List listings');
    const openers = () => screen.getAllByRole('button', { name: 'List listings' });
    expect(openers().filter((opener) => opener.tabIndex === 0)).toHaveLength(1);
    openers()[0]?.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement).toBe(openers()[1]);
    await userEvent.keyboard('{Enter}');
    expect(visits.at(-1)).toEqual({ page: 'traffic', search: { id: 'ex-1' } });
  });

  it('clears after asking', async () => {
    const { main } = show(answersOf(manyExchanges(2)));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(main.inputsOf('traffic', 'clear')).toEqual([]);
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(main.inputsOf('traffic', 'clear')).toEqual([{ connectionId: 'sandbox' }]));
  });

  it('shows one exchange whole in a drawer', async () => {
    show(answersOf(manyExchanges(1)), { id: 'ex-1' });
    const drawer = within(await screen.findByRole('dialog'));
    await drawer.findByText('Generation 3');
    expect(drawer.getByRole('tree', { name: /Response body/ })).toBeDefined();
    await userEvent.click(drawer.getByRole('tab', { name: 'Request' }));
    expect(drawer.getByText('Bearer [redacted]')).toBeDefined();
    expect(drawer.queryByText(/Ask Doctor/)).toBeNull();
  });

  it('leads from a refusal to Doctor', async () => {
    const { visits } = show(answersOf([], wholeExchange({ id: 'ex-9', status: 403 })), { id: 'ex-9' });
    const drawer = within(await screen.findByRole('dialog'));
    await userEvent.click(await drawer.findByText(/Ask Doctor/));
    expect(visits.at(-1)).toEqual({ page: 'doctor', search: { exchangeId: 'ex-9' } });
  });

  it('lists the attempts of the same request and goes to another one', async () => {
    const [first, second] = manyExchanges(2).map((exchange, index) => ({
      ...exchange,
      chainId: 'chain',
      attempt: 2 - index,
      status: index === 0 ? 200 : 429,
    }));
    if (!first || !second) throw new Error('two exchanges were made');
    const { visits } = show(answersOf([first, second], wholeExchange(first)), { id: first.id });
    const drawer = within(await screen.findByRole('dialog'));
    await userEvent.click(await drawer.findByRole('tab', { name: 'Attempts (2)' }));
    const attempts = within(drawer.getByRole('list', { name: 'Attempts of this request' }));
    expect(attempts.getAllByRole('button').map((button) => button.getAttribute('aria-current'))).toEqual([
      'false',
      'true',
    ]);
    await userEvent.click(attempts.getByRole('button', { name: /429/ }));
    expect(visits.at(-1)?.search).toEqual({ id: second.id });
  });
});
