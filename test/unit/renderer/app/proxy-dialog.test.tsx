import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ProxyDialog } from '../../../../src/renderer/app/proxy-dialog.tsx';
import { routeText } from '../../../../src/renderer/text/proxy-text.ts';
import type { NetworkState } from '../../../../src/shared/model/network.ts';
import { renderWithMain } from '../../../support/render.tsx';

const NONE: NetworkState = { revision: 1, closedProxy: null, login: null, inspected: [] };
const closedProxy = { proxy: 'proxy.corp:8080', realm: 'Corp', scheme: 'basic', state: 'asks' as const };

it('asks once for the password of a proxy, and is gone when the app has it', async () => {
  const { main } = renderWithMain(<ProxyDialog />, { answers: { network: { state: () => NONE } } });
  await expect.poll(() => main.calls.length).toBeGreaterThan(0);
  expect(screen.queryByRole('dialog')).toBeNull();
  main.emit('network', 'onChanged', { ...NONE, revision: 2, closedProxy });
  await screen.findByRole('dialog', { name: 'Sign in to the proxy' });
  main.answer({ network: { signIn: () => ({ ...NONE, revision: 3 }) } });
  await userEvent.type(screen.getByLabelText('Name'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'pw{Enter}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(main.calls.at(-1)?.input).toEqual({ proxy: closedProxy.proxy, name: 'ada', password: 'pw' });
  main.emit('network', 'onChanged', { ...NONE, revision: 4, closedProxy });
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  main.emit('network', 'onChanged', { ...NONE, revision: 5, closedProxy: { ...closedProxy, realm: 'again' } });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('routeText says what Chromium lists', () => {
  expect(['DIRECT', 'PROXY a:1; DIRECT', 'HTTPS b:2', ''].map((proxies) => routeText({ proxies }))).toEqual([
    'directly',
    'over the proxy a:1, or directly',
    'over the proxy b:2',
    'directly',
  ]);
});
