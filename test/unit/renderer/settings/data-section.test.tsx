import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DataSection } from '../../../../src/renderer/features/settings/data-section.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Backup, StoredFiles } from '../../../../src/shared/model/stored-data.ts';
import type { Answers } from '../../../support/fake-main.ts';
import { renderWithMain } from '../../../support/render.tsx';

const backup = (day: number, changes: Partial<Backup> = {}): Backup => ({
  id: `console-${day}`,
  at: Date.UTC(2026, 10, day, 9),
  bytes: 2_400_000,
  holds: { quotes: 12, guests: 1, offers: 2, cases: 0, tasks: 3, unreadable: 0 },
  ...changes,
});
const files = (...backups: Backup[]): StoredFiles => ({
  folder: '/home/you/.config/latchkey/store',
  files: [
    { name: 'console.db', bytes: 2_500_000 },
    { name: 'cache.db', bytes: 0 },
    { name: 'journal.db', bytes: 123_000_000 },
  ],
  backups,
});
const full = () => {
  throw new AppError('storageFailed', { what: 'The backups', reason: 'the disk is full', access: 'write' });
};
const show = (state: StoredFiles, answers: Answers['data'] = {}) =>
  renderWithMain(<DataSection />, { page: 'settings', answers: { data: { files: () => state, ...answers } } });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('DataSection', () => {
  it('shows place and sizes, and offers nothing to restore without a backup', async () => {
    const { main } = show(files(), { showFolder: () => null });
    await screen.findByText('/home/you/.config/latchkey/store');
    expect(screen.getByText('None yet')).toBeDefined();
    expect(screen.getByText('Nothing yet (cache.db)')).toBeDefined();
    expect((await button('Restore…')).disabled).toBe(true);
    await userEvent.click(await button('Show folder'));
    expect(main.calls).toContainEqual({ area: 'data', name: 'showFolder', input: null });
  });

  it('backs up and says so, or says why not', async () => {
    const { main } = show(files(), { backUp: full });
    await userEvent.click(await button('Back up now'));
    await screen.findByText(/the disk is full/);
    main.answer({ data: { backUp: () => files(backup(27)) } });
    await userEvent.click(await button('Back up now'));
    await screen.findByText(/^Backed up/);
    expect(screen.queryByText('None yet')).toBeNull();
  });

  it('restores the chosen one of several backups; one that cannot be read cannot be chosen', async () => {
    const unreadable = { quotes: 1, guests: 1, offers: 1, cases: 1, tasks: 1, unreadable: 2 };
    const several = files(backup(27), backup(26, { holds: unreadable }), backup(25, { holds: null }));
    const { main } = show(several, { restore: () => null });
    await userEvent.click(await button('Restore…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore a backup' }));
    const choices = dialog.getAllByRole<HTMLInputElement>('radio');
    expect(choices.map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    expect(dialog.getByText('12 quotes, 1 guest, 2 sent offers, 0 cases, 3 tasks')).toBeDefined();
    expect(dialog.getByText(/2 encrypted records in it cannot be read here/)).toBeDefined();
    await userEvent.click(choices[1] as HTMLElement);
    await userEvent.click(dialog.getByRole('button', { name: 'Restore and restart' }));
    await dialog.findByText('The app restarts now.');
    expect(main.calls.at(-1)?.input).toEqual({ backupId: 'console-26' });
  });

  it('exports without guests unless the person ticks them', async () => {
    const { main } = show(files(), { exportJson: () => ({ path: '/tmp/latchkey.json', records: 18, bytes: 900 }) });
    await userEvent.click(await button('Export…'));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Export' }));
    await dialog.findByText(/18 records written to/);
    await userEvent.click(dialog.getByRole('checkbox'));
    await userEvent.click(dialog.getByRole('button', { name: 'Export' }));
    await waitFor(() =>
      expect(main.calls.filter(({ name }) => name === 'exportJson').map(({ input }) => input)).toEqual([
        { withGuests: false },
        { withGuests: true },
      ]),
    );
  });

  it('deletes everything only after the typed word, and keeps it when that fails', async () => {
    const { main } = show(files(), { deleteEverything: full });
    await userEvent.click(await button('Delete everything…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete everything?' }));
    expect(dialog.getByText(/The memory of token requests goes, too/)).toBeDefined();
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Type “delete” to confirm' });
    await userEvent.type(field, 'del{Enter}');
    await dialog.findByText('Type the word “delete”.');
    expect(main.calls.some(({ name }) => name === 'deleteEverything')).toBe(false);
    await userEvent.type(field, 'ete{Enter}');
    await dialog.findByText(/the disk is full/);
    expect(field.value).toBe('delete');
    main.answer({ data: { deleteEverything: () => null } });
    await userEvent.type(field, '{Enter}');
    await dialog.findByText(/The app restarts now/);
  });
});
