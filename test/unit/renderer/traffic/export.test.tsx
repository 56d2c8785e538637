import { Notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TrafficPage } from '../../../../src/renderer/features/traffic/traffic-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { answersOf, manyExchanges, wholeExchange } from './exchanges.ts';

const file = { path: '/home/you/traffic.har', records: 2, bytes: 4_096 };
function show(search = {}) {
  let finish: (written: typeof file | null) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const rendered = renderWithMain(
    <>
      <Notifications />
      <TrafficPage />
    </>,
    { answers: answersOf(manyExchanges(5)), page: 'traffic', search },
  );
  rendered.main.answer({
    traffic: {
      exportHar: () =>
        new Promise((resolve, reject) => {
          finish = resolve;
          fail = reject;
        }),
      cancelExport: () => {
        fail(new AppError('cancelled', {}));
        return null;
      },
    },
  });
  return { ...rendered, finish: (written: typeof file | null) => finish(written) };
}
const choose = async (item: RegExp) => {
  await screen.findAllByText('List listings');
  await userEvent.click(screen.getByRole('button', { name: /^Export/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

describe('export as HAR', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(240);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  });
  it('exports all matching exchanges and shows progress and path', async () => {
    const { main, finish } = show({ search: 'skip' });
    await choose(/All matching: 5 exchanges/);
    await screen.findByText('Choose a file');
    main.emit('traffic', 'onExport', { written: 2, total: 5, estimateMs: 3_400 });
    await screen.findByText('2 of 5 · about 4 s');
    finish(file);
    await screen.findByText('2 exchanges written (4.1 kB)');
    expect(screen.getByText(file.path)).toBeDefined();
    expect(main.inputsOf('traffic', 'exportHar')).toMatchObject([{ kind: 'filtered', filter: { search: 'skip' } }]);
  });

  it('exports the marked exchanges', async () => {
    const { main, finish } = show();
    await screen.findAllByText('List listings');
    screen.getAllByRole('button', { name: 'List listings' })[1]?.focus();
    await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}');
    await choose(/2 marked exchanges/);
    finish(null);
    await waitFor(() =>
      expect(main.inputsOf('traffic', 'exportHar')).toEqual([
        { kind: 'chosen', connectionId: 'sandbox', ids: ['ex-4', 'ex-3'] },
      ]),
    );
  });

  it('shows no error when the person cancels', async () => {
    const { main } = show();
    await choose(/All: 5 exchanges/);
    await screen.findByText('Choose a file');
    main.emit('traffic', 'onExport', { written: 0, total: 5, estimateMs: null });
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(false));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('button', { name: 'Export' });
    expect(screen.queryByText('Cancelled.')).toBeNull();
  });

  it('shows an error', async () => {
    const { main } = show();
    main.answer({
      traffic: {
        exportHar: () => {
          throw new AppError('storageFailed', { what: 'The file', reason: 'the disk is full' });
        },
      },
    });
    await choose(/^All: /);
    await screen.findByText('The file could not be saved: the disk is full.');
  });

  it('exports the open exchange', async () => {
    const { main, finish } = show({ id: 'ex-1' });
    main.answer({ traffic: { exchange: () => wholeExchange() } });
    await userEvent.click(await screen.findByRole('button', { name: 'Export as HAR' }));
    finish(file);
    await waitFor(() =>
      expect(main.inputsOf('traffic', 'exportHar')).toEqual([
        { kind: 'chosen', connectionId: 'sandbox', ids: ['ex-1'] },
      ]),
    );
  });
});
