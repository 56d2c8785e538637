import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { WelcomePage } from '../../../../src/renderer/features/welcome/welcome-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import { preferencesFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const show = (setPreferences = () => preferencesFixture({ revision: 2 })) =>
  renderWithMain(<WelcomePage />, { page: 'welcome', audience: 'managers', answers: { app: { setPreferences } } });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the first start', () => {
  it('asks one thing, then the audience with managers preselected, and shows the sandbox', async () => {
    const { main, visits } = show();
    const names = screen
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names.map((name) => name.slice(0, 16))).toEqual([
      'What is this? Th',
      'Look around in t',
      'Connect my accou',
    ]);
    await press(/^Look around in the sandbox/);
    expect(document.activeElement?.textContent).toBe('Who is it for?');
    await press('Show me the sandbox');
    await waitFor(() => expect(visits).toEqual([{ page: 'overview', search: {} }]));
    expect(main.inputsOf('app', 'setPreferences')).toEqual([{ audience: 'managers', welcomed: true }]);
  });

  it('leads support to the dialog of a new connection, and back before', async () => {
    const { main, visits } = show();
    await press(/^Look around/);
    await press('Back');
    await press(/^Connect my account/);
    await userEvent.click(screen.getByRole('radio', { name: 'Support' }));
    await press('Connect my account');
    await waitFor(() => expect(visits).toEqual([{ page: 'connections', search: { new: '1' } }]));
    expect(main.inputsOf('app', 'setPreferences')).toEqual([{ audience: 'support', welcomed: true }]);
  });

  it('leads support from the sandbox to the field for what a customer sent', async () => {
    const { visits } = show();
    await press(/^Look around/);
    await userEvent.click(screen.getByRole('radio', { name: 'Support' }));
    await press('Open the Doctor');
    await waitFor(() => expect(visits).toEqual([{ page: 'doctor', search: { tab: 'paste' } }]));
  });

  it('stays and says why when the answer cannot be stored', async () => {
    const { visits } = show(() => {
      throw new AppError('storageFailed', { what: 'The preferences', reason: 'no space is left' });
    });
    await press(/^Look around/);
    await press('Show me the sandbox');
    expect((await screen.findByRole('alert')).textContent).toContain('no space is left');
    expect(visits).toEqual([]);
  });
});
