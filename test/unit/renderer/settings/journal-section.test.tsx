import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import { JournalSection } from '../../../../src/renderer/features/settings/journal-section.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { JournalState } from '../../../../src/shared/model/traffic.ts';
import { preferencesFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const recorded: JournalState = {
  revision: 1,
  storage: 'file',
  reason: null,
  retryAt: null,
  lost: 0,
  exchanges: 48_120,
  bytes: 123_000_000,
  file: '/home/you/.config/latchkey/journal.db',
  quarantined: null,
};

function show(state: Partial<JournalState> = {}, search = {}) {
  const preferences = preferencesFixture();
  return renderWithMain(
    <Suspense>
      <JournalSection />
    </Suspense>,
    {
      page: 'settings',
      search,
      answers: {
        app: {
          preferences: () => preferences,
          setPreferences: ({ journal }) => ({
            ...preferences,
            revision: 2,
            journal: { ...preferences.journal, ...(journal as object) },
          }),
        },
        traffic: { journal: () => ({ ...recorded, ...state }) },
      },
    },
  );
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

describe('JournalSection', () => {
  it('is focused when the address names it', async () => {
    show({}, { section: 'journal' });
    const heading = await screen.findByRole('heading', { name: 'Recorded traffic' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('shows file, number of exchanges and size', async () => {
    show();
    await screen.findByText('48,120 exchanges, 123 MB');
    expect(screen.getByText(recorded.file)).toBeDefined();
  });

  it('says that the disk fails', async () => {
    show({ storage: 'memory', reason: 'the disk is full', lost: 3 });
    await screen.findByText(/The journal cannot be written \(the disk is full\)/);
    expect(screen.getByText(/3 exchanges were lost meanwhile/)).toBeDefined();
  });

  it('saves only changed limits', async () => {
    const { main } = show();
    const days = await field('Days');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    await userEvent.clear(days);
    await userEvent.type(days, '14');
    await userEvent.click(save);
    await waitFor(() => expect(main.inputsOf('app', 'setPreferences')).toEqual([{ journal: { maxDays: 14 } }]));
    main.emit(
      'app',
      'onPreferences',
      preferencesFixture({ revision: 2, journal: { ...preferencesFixture().journal, maxDays: 14 } }),
    );
    await waitFor(() => expect(days.value).toBe('14'));
  });

  it('keeps and focuses an invalid limit, and does not save it', async () => {
    const { main } = show();
    const megabytes = await field('Megabytes on disk');
    await userEvent.clear(megabytes);
    await userEvent.type(megabytes, '5');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('A whole number from 10 to 20,000');
    await waitFor(() => expect(document.activeElement).toBe(megabytes));
    expect(megabytes.value).toBe('5');
    expect(main.inputsOf('app', 'setPreferences')).toEqual([]);
  });

  it('stores other bodies than JSON and forms only by choice', async () => {
    const { main } = show();
    const choice = await screen.findByRole<HTMLInputElement>('switch', { name: /^Store bodies/ });
    expect(choice.checked).toBe(false);
    await userEvent.click(choice);
    await waitFor(() => expect(main.inputsOf('app', 'setPreferences')).toEqual([{ journal: { keepTexts: true } }]));
  });

  it('stores guests’ data only by choice and shows why the choice was not saved', async () => {
    const { main } = show();
    const choice = await screen.findByRole<HTMLInputElement>('switch', { name: /^Store guests/ });
    expect(choice.checked).toBe(false);
    await userEvent.click(choice);
    await waitFor(() => expect(main.inputsOf('app', 'setPreferences')).toEqual([{ journal: { keepGuests: true } }]));
    main.answer({
      app: {
        setPreferences: () => {
          throw new AppError('storageFailed', { what: 'The choice', reason: 'the disk is full' });
        },
      },
    });
    await userEvent.click(choice);
    await screen.findByText('The choice could not be saved: the disk is full.');
  });
});
