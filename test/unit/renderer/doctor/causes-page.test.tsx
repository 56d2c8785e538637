import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../../src/main/doctor/catalogue.ts';
import { causeLink } from '../../../../src/renderer/actions/cited-text.tsx';
import { CausesPage } from '../../../../src/renderer/features/doctor/causes/causes-page.tsx';
import { preferencesFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const show = (search = {}) =>
  renderWithMain(<CausesPage />, {
    answers: {
      doctor: { causes: () => [...CATALOGUE] },
      app: { preferences: () => preferencesFixture({ audience: 'support' }) },
    },
    page: 'doctor',
    search: { tab: 'causes', ...search },
  });
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

describe('the page of causes', () => {
  it('finds causes by all words of any of their fields', async () => {
    show();
    await screen.findByText(`${CATALOGUE.length} causes`);
    await userEvent.type(screen.getByRole('textbox', { name: 'Search the causes' }), 'MIN_NIGHT mismatch');
    await waitFor(() => expect(titles()).toEqual(['The stay is shorter than the minimum']));
    expect(screen.getByRole('status').textContent).toBe(`1 of ${CATALOGUE.length} causes`);
    await userEvent.clear(screen.getByRole('textbox'));
    await userEvent.type(screen.getByRole('textbox'), 'nothing like this');
    await screen.findByText(/^No cause has all these words/);
  });

  it('says what it looks like, how to confirm it and what to do, with links to the service', async () => {
    const { visits } = show({ cause: 'rateLimit' });
    const entry = within(await screen.findByRole('article', { name: 'The rate limit was exceeded' }));
    expect(entry.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Looks like',
      'To confirm',
      'What to do',
      'Source',
    ]);
    await waitFor(() => expect(document.activeElement?.id).toBe('cause-rateLimit'));
    await userEvent.click(entry.getByRole('link', { name: '§8.1' }));
    expect(visits.at(-1)).toEqual({ page: 'service', search: { section: '8.1' } });
  });

  it('is reached from a verdict, but not from an outcome that is no cause', async () => {
    const { visits } = renderWithMain(<p>{causeLink('noPermission')}</p>, { answers: {} });
    await userEvent.click(screen.getByRole('link', { name: 'About this cause' }));
    expect(visits.at(-1)).toEqual({ page: 'doctor', search: { tab: 'causes', cause: 'noPermission' } });
    expect([causeLink('notEnough'), causeLink('nothingWrong')]).toEqual([null, null]);
  });
});
