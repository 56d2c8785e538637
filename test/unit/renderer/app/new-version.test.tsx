import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Notices } from '../../../../src/renderer/app/notices.tsx';
import { appInfoFixture, connectionsFixture, preferencesFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const start = (seenVersion: string | null) =>
  renderWithMain(<Notices />, {
    answers: {
      connections: { list: () => connectionsFixture() },
      app: {
        info: () => appInfoFixture({ version: '0.2.0' }),
        preferences: () => preferencesFixture({ seenVersion }),
        setPreferences: (changes) => preferencesFixture({ seenVersion: changes.seenVersion ?? null, revision: 2 }),
      },
    },
  }).main;

it('says after an update that the version is another one, and does not say it again', async () => {
  const main = start('0.1.0');
  await screen.findByText('Latchkey is now version 0.2.0');
  expect(screen.getByRole('link', { name: 'What is new' }).getAttribute('href')).toBe('#/help?topic=new');
  expect(main.inputsOf('app', 'setPreferences')).toEqual([{ seenVersion: '0.2.0' }]);
});

it('says nothing at the first start, and remembers its version', async () => {
  const main = start(null);
  await waitFor(() => expect(main.inputsOf('app', 'setPreferences')).toEqual([{ seenVersion: '0.2.0' }]));
  expect(screen.queryByText(/is now version/)).toBeNull();
});
