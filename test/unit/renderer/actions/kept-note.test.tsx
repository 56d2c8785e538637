import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { KeptNote, usePersonalKept } from '../../../../src/renderer/actions/kept-note.tsx';
import type { Protection } from '../../../../src/shared/model/app.ts';
import { appInfoFixture, preferencesFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

function Note() {
  return <KeptNote kept={usePersonalKept()} />;
}

const show = (changes: Partial<Protection>) => {
  const protection: Protection = {
    level: 'unprotected',
    stores: false,
    detail: 'No keyring.',
    personal: null,
    ...changes,
  };
  return renderWithMain(<Note />, {
    answers: {
      app: {
        info: () => appInfoFixture({ protection }),
        setPreferences: () => preferencesFixture({ storeUnprotected: true }),
        checkProtection: () => protection,
      },
    },
  });
};

it.each<[Partial<Protection>, RegExp]>([
  [{ level: 'protected', personal: 'encrypted', stores: true }, /^Stored on this computer, encrypted\.$/],
  // The record's own protection, whatever the machine can do now.
  [{ level: 'unprotected', personal: 'encrypted' }, /^Stored on this computer, encrypted\.$/],
  [{ level: 'unprotected', personal: 'unprotected', stores: true }, /without protection, as you chose/],
  [{ level: 'protected', personal: 'memory' }, /lost when you quit/],
  // Before the first record: as the machine will keep it.
  [{ level: 'unprotected', personal: null }, /lost when you quit/],
  [{ level: 'unavailable', personal: null }, /lost when you quit/],
  [{ level: 'protected', personal: null, stores: true }, /^Stored on this computer, encrypted\.$/],
  [{ level: 'unknown', personal: null }, /Once it is saved, you see here how it is protected/],
  [{ level: 'checking', personal: null, detail: 'It has not answered yet.' }, /has not answered yet/],
])('says how a record is kept: %o', async (changes, expected) => {
  show(changes);
  expect(await screen.findByText(expected)).toBeDefined();
});

it('offers to keep what would be lost, beside the words that say so', async () => {
  const { main } = show({ personal: 'memory' });
  await userEvent.click(await screen.findByRole('button', { name: 'Store it all the same' }));
  await waitFor(() => expect(main.inputsOf('app', 'setPreferences')).toEqual([{ storeUnprotected: true }]));
});

it('offers no asking again where the answer holds until a restart, and says what helps', async () => {
  show({ personal: 'memory' });
  await screen.findByText(/encrypted once you have unlocked the keyring and restarted Latchkey/);
  expect(screen.queryByRole('button', { name: 'Ask the key store again' })).toBeNull();
});

it('offers no storing where nothing can be encrypted, but asking again', async () => {
  const { main } = show({ level: 'unavailable', personal: 'memory' });
  await userEvent.click(await screen.findByRole('button', { name: 'Ask the key store again' }));
  await waitFor(() => expect(main.inputsOf('app', 'checkProtection')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Store it all the same' })).toBeNull();
});
