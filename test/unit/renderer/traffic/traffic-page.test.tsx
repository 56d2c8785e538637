import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TrafficPage } from '../../../../src/renderer/features/traffic/traffic-page.tsx';
import type { CallContext } from '../../../../src/shared/contract/index.ts';
import type { OwnRequest } from '../../../../src/shared/model/custom-request.ts';
import { untilAborted } from '../../../support/fake-main.ts';
import { preferencesFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { answersOf, journalFixture, manyExchanges } from './exchanges.ts';

const show = (answers = answersOf(manyExchanges(3)), search = {}) =>
  renderWithMain(
    <>
      <Notifications />
      <TrafficPage />
    </>,
    { answers, page: 'traffic', search },
  );
const rows = () => screen.getAllByRole('row').slice(1);
const openers = () => screen.getAllByRole('button', { name: 'List listings' });
const marks = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Mark/ });

describe('a new request', () => {
  const READ = { api: 'booking' as const, method: 'GET' as const, path: '/listings/{listingId}', body: null };
  const requests = {
    list: () => [
      {
        ...{ name: 'Make a quote', api: 'booking' as const, method: 'POST' as const, path: '/reservations/quotes' },
        query: [],
        provenance: 'documented' as const,
        section: '7.1',
      },
    ],
    fromExchange: () => READ,
    send: () => ({ exchangeId: 'ex-2' }),
    save: (request: OwnRequest) => [{ ...request, provenance: 'yours' as const, section: null }],
  };

  it('is filled in from an exchange, and a write is sent once its whole content was confirmed', async () => {
    const { main, visits } = renderWithMain(<TrafficPage />, {
      answers: { ...answersOf(manyExchanges(3)), requests },
      ...{ page: 'traffic', search: { compose: 'ex-1' }, preferences: { audience: 'support' } },
    });
    const form = within(await screen.findByRole('form', { name: 'New request' }));
    await userEvent.click(form.getByRole('button', { name: 'Send' }));
    await form.findByText('Fill in {listingId}.');
    await userEvent.click(form.getByRole('combobox', { name: 'Known request' }));
    await userEvent.click(await screen.findByRole('option', { name: /Make a quote: POST/ }));
    await userEvent.type(form.getByRole('textbox', { name: 'Keep this request as' }), 'Mine');
    await userEvent.click(form.getByRole('button', { name: 'Keep' }));
    await form.findByRole('button', { name: 'Replace' });
    await userEvent.type(form.getByRole('textbox', { name: 'Body (JSON)' }), '{{"a":1}');
    await userEvent.click(form.getByRole('button', { name: 'Look at it and send' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send this write?' }));
    dialog.getByText(/^POST https:.*\/reservations\/quotes$/);
    dialog.getByText('{"a":1}');
    expect(main.inputsOf('requests', 'send')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Send the POST once' }));
    await waitFor(() => expect(visits.at(-1)).toEqual({ page: 'traffic', search: { id: 'ex-2' } }));
    const sent = { api: 'booking', method: 'POST', path: '/reservations/quotes', body: '{"a":1}' };
    expect(main.inputsOf('requests', 'send')).toMatchObject([sent]);
  });

  it.each([
    ['not sent', untilAborted],
    // A write that is on its way has its answer all the same.
    ['already sent', (_input: unknown, { signal }: CallContext) => sentAfter(signal)],
  ])('was %s when its form is closed before its answer, and says so', async (fate, send) => {
    const write = { ...READ, method: 'POST' as const, path: '/reservations/quotes' };
    const answers = { ...answersOf(manyExchanges(1)), requests: { ...requests, send, fromExchange: () => write } };
    const { main, visits } = show(answers, { compose: 'ex-1' });
    const form = within(await screen.findByRole('form', { name: 'New request' }));
    await userEvent.click(form.getByRole('button', { name: 'Look at it and send' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send the POST once' }));
    await waitFor(() => expect(main.inputsOf('requests', 'send')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await screen.findByText(`The request was ${fate}`);
    expect(main.aborted).toHaveLength(1);
    expect(visits.at(-1)).toEqual({ page: 'traffic', search: {} });
  });
});

const sentAfter = (signal: AbortSignal) =>
  new Promise<{ exchangeId: string }>((resolve) => {
    signal.addEventListener('abort', () => resolve({ exchangeId: 'ex-2' }));
  });

describe('TrafficPage', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(240);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  });
  it('draws only the rows in view and shows the number of exchanges', async () => {
    show(answersOf(manyExchanges(50_000)));
    await screen.findAllByText('List listings');
    expect(rows().length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('50001');
    await waitFor(() => expect(screen.getByText('50,000 exchanges')).toBeDefined());
  });

  it('reads further pages when their rows come close to the view', async () => {
    const { main } = show(answersOf(manyExchanges(450)));
    await screen.findAllByText('List listings');
    openers()[0]?.focus();
    await userEvent.keyboard('{End}');
    await waitFor(() =>
      expect(main.inputsOf('traffic', 'exchanges').map((input) => (input as { before: number | null }).before)).toEqual(
        [null, 251],
      ),
    );
  });

  it('moves by keyboard and opens with Enter', async () => {
    const { visits } = show(answersOf(manyExchanges(40)));
    await screen.findAllByText('List listings');
    expect(openers().filter((opener) => opener.tabIndex === 0)).toHaveLength(1);
    openers()[0]?.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement).toBe(openers()[1]);
    await userEvent.keyboard('{Enter}');
    expect(visits.at(-1)).toEqual({ page: 'traffic', search: { id: 'ex-39' } });
  });

  it('marks rows with Space, Shift and arrows, and Ctrl+A; Escape clears the marks', async () => {
    const { visits } = show(answersOf(manyExchanges(5)));
    await screen.findAllByText('List listings');
    openers()[0]?.focus();
    await userEvent.keyboard(' ');
    expect(marks().map(({ checked }) => checked)).toEqual([true, false, false, false, false]);
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(marks().filter(({ checked }) => checked)).toHaveLength(3);
    expect(screen.getByText('5 exchanges · 3 marked')).toBeDefined();
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}{ArrowUp}{ArrowUp} ');
    expect(marks().map(({ checked }) => checked)).toEqual([true, true, false, true, true]);
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(marks().filter(({ checked }) => checked)).toHaveLength(5);
    await userEvent.keyboard('{Escape}');
    expect(marks().filter(({ checked }) => checked)).toHaveLength(0);
    expect(visits).toEqual([]);
  });

  it('marks with the pointer without opening a row', async () => {
    const { visits } = show(answersOf(manyExchanges(5)));
    await screen.findAllByText('List listings');
    const person = userEvent.setup();
    await person.click(marks()[1] as HTMLElement);
    await person.keyboard('{Shift>}');
    await person.click(marks()[3] as HTMLElement);
    expect(marks().map(({ checked }) => checked)).toEqual([false, true, true, true, false]);
    expect(visits).toEqual([]);
  });

  it('clears the list after a confirmation', async () => {
    const { main } = show(answersOf(manyExchanges(2)));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(main.inputsOf('traffic', 'clear')).toEqual([]);
    main.answer({ traffic: answersOf([]).traffic ?? {} });
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(main.inputsOf('traffic', 'clear')).toEqual([{ connectionId: 'sandbox' }]));
    const changed = () => main.emit('deletions', 'onChanged', { kind: 'traffic', connectionId: 'sandbox' });
    changed();
    await screen.findByText('No traffic yet');
    main.answer({ traffic: answersOf(manyExchanges(2)).traffic ?? {}, deletions: { undo: () => null } });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(main.inputsOf('deletions', 'undo')).toEqual([{ deletionId: 'deletion-1' }]));
    changed();
    await screen.findAllByText('List listings');
  });

  it('says what is stored and for how long, and what to do while the disk refuses it', async () => {
    const { main } = show();
    await screen.findAllByText('List listings');
    await screen.findByText(
      /Stored on this disk for up to 30 days, without secrets and tokens; guest data in new exchanges is redacted/,
    );
    const journal = { maxDays: 7, maxMegabytes: 500, bodyKilobytes: 64, keepGuests: true, keepTexts: false };
    main.emit('app', 'onPreferences', preferencesFixture({ revision: 2, journal }));
    await screen.findByText(
      /Stored on this disk for up to 7 days, without secrets and tokens; guest data in new exchanges is stored as sent/,
    );
    main.emit(
      'traffic',
      'onJournal',
      journalFixture({
        revision: 2,
        storage: 'memory',
        reason: 'the disk is full',
        retryAt: Date.now() + 20_000,
        lost: 7,
      }),
    );
    await screen.findByText(/kept in memory, because they cannot be written to disk \(the disk is full\)/);
    expect(screen.getByText(/as soon as the disk accepts them\. Next attempt in/).textContent).toContain(
      '7 exchanges did not fit into memory and are lost.',
    );
    main.emit('traffic', 'onJournal', journalFixture({ revision: 3 }));
    await waitFor(() => expect(screen.queryByText(/kept in memory/)).toBeNull());
  });

  it('shows the path of a quarantined file until the person dismisses it', async () => {
    const answers = answersOf(manyExchanges(1));
    Object.assign(answers.traffic ?? {}, { journal: () => journalFixture({ quarantined: '/tmp/journal.damaged.db' }) });
    show(answers);
    await screen.findByText('/tmp/journal.damaged.db');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('/tmp/journal.damaged.db')).toBeNull();
  });
});
