import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useAudience } from '../../../../src/renderer/ipc/current.ts';
import { preferencesFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const Shown = () => <p>for {useAudience()}</p>;

it('is managers until the preferences are known, asks main for nothing, and follows each change', async () => {
  const { main } = renderWithMain(<Shown />, { audience: null });
  await screen.findByText('for managers');
  expect(main.calls).toEqual([]);
  act(() => main.emit('app', 'onPreferences', preferencesFixture({ revision: 2, audience: 'support' })));
  await screen.findByText('for support');
});
