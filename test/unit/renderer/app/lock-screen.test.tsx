import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LockScreen } from '../../../../src/renderer/app/lock-screen.tsx';
import { invalidInput } from '../../../../src/shared/app-error.ts';
import type { LockState } from '../../../../src/shared/model/lock.ts';
import { renderWithMain } from '../../../support/render.tsx';

const LOCKED: LockState = {
  ...{ revision: 1, phase: 'locked', retryAt: null, opensAt: null },
  ...{ hasTouchId: false, isRequired: false, stops: false, maxMinutes: null },
};
const OPEN: LockState = { ...LOCKED, revision: 2, phase: 'open' };
const wrong = () => {
  throw invalidInput('passphrase', 'This is not the passphrase.');
};
const show = (state: LockState, answers = {}) => {
  const onOpen = vi.fn();
  const { main } = renderWithMain(<LockScreen onOpen={onOpen} />, {
    answers: { lock: { state: () => state, ...answers } },
  });
  return { main, onOpen };
};
const field = () => screen.findByLabelText<HTMLInputElement>('Passphrase');

it('has the focus in the passphrase, says when it is wrong, empties it, and opens for the right one', async () => {
  const { main, onOpen } = show(LOCKED, { unlock: wrong });
  const passphrase = await field();
  expect(document.activeElement).toBe(passphrase);
  await userEvent.keyboard('no{Enter}');
  await screen.findByText(/This is not the passphrase/);
  expect((await field()).value).toBe('');
  expect(onOpen).not.toHaveBeenCalled();
  main.answer({ lock: { unlock: () => OPEN } });
  await userEvent.type(await field(), 'right{Enter}');
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalled());
  expect(main.calls).toContainEqual({ area: 'lock', name: 'unlock', input: { passphrase: 'right' } });
});

it('compares nothing while a wait lasts, says what a policy stops, and opens when another window was unlocked', async () => {
  const { main, onOpen } = show({ ...LOCKED, retryAt: Date.now() + 30_000, stops: true });
  await screen.findByText(/After wrong passphrases the app waits: try again/);
  await userEvent.type(await field(), 'right{Enter}');
  expect(main.calls.some(({ name }) => name === 'unlock')).toBe(false);
  expect(screen.getByText(/tasks pause and programs cannot ask/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Use Touch ID' })).toBeNull();
  main.emit('lock', 'onChanged', OPEN);
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalled());
});

it('begins the wait for a forgotten passphrase after a question, and says when it ends', async () => {
  show(LOCKED, { forget: () => ({ ...LOCKED, revision: 2, opensAt: Date.now() + 86_400_000 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Forgot the passphrase?' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Begin to wait' }));
  await screen.findByText(/The app opens without the passphrase/);
});

it('asks for the first passphrase where an administrator requires one', async () => {
  show({ ...LOCKED, phase: 'choose', isRequired: true });
  await screen.findByRole('button', { name: 'Set passphrase' });
  expect(screen.queryByRole('button', { name: 'Forgot the passphrase?' })).toBeNull();
});
