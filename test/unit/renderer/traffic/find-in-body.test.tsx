import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../src/shared/model/traffic.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { DrawerAlone } from './drawer-alone.tsx';
import { answersOf, manyExchanges, wholeExchange } from './exchanges.ts';

const bodyOf = (text: string, cut = false): Partial<Exchange> => ({
  responseBody: { text, bytes: text.length, cut },
});
const LISTINGS = JSON.stringify({
  results: Array.from({ length: 60 }, (_, index) => ({
    id: `l${index}`,
    rates: { money: { total: index === 3 ? 'Harbour 400' : index } },
  })),
});

async function open(changes: Partial<Exchange>) {
  const whole = wholeExchange(changes);
  renderWithMain(<DrawerAlone />, {
    answers: answersOf(manyExchanges(1), whole),
    page: 'traffic',
    search: { id: whole.id },
  });
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByRole('button', { name: 'Copy as cURL' });
  await userEvent.keyboard('{Control>}f{/Control}');
  const field = await drawer.findByRole<HTMLInputElement>('textbox', { name: 'Find in this body' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { drawer, field };
}
const status = () => document.querySelector('search[aria-label="Find in this body"] [role=status]')?.textContent;

describe('finding in a body', () => {
  it('opens the branches of the hit, marks it and names its path', async () => {
    const { drawer } = await open(bodyOf(LISTINGS));
    await userEvent.keyboard('harbour');
    await waitFor(() => expect(status()).toBe('1 of 1, at results[3].rates.money.total'));
    const line = await drawer.findByRole('treeitem', { name: /Harbour 400/ });
    expect(line.querySelector('mark')?.textContent).toBe('Harbour');
    drawer.getByRole('button', { name: 'Copy the path' });
  });

  it('goes to the next and the previous hit by keyboard, around the ends', async () => {
    await open(bodyOf('{"a":"x1","b":["x2"],"x3":null}'));
    await userEvent.keyboard('x');
    await waitFor(() => expect(status()).toBe('1 of 3, at a'));
    await userEvent.keyboard('{Enter}');
    expect(status()).toBe('2 of 3, at b[0]');
    await userEvent.keyboard('{Enter}{Enter}');
    expect(status()).toBe('1 of 3, at a');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    expect(status()).toBe('3 of 3, at x3');
  });

  it('says that nothing was found; Escape closes the search and not the drawer', async () => {
    const { drawer } = await open(bodyOf(LISTINGS));
    await userEvent.keyboard('nowhere');
    await waitFor(() => expect(status()).toBe('Not found'));
    expect(drawer.getByRole('button', { name: 'Next hit' })).toHaveProperty('disabled', true);
    await userEvent.keyboard('{Escape}');
    expect(drawer.queryByRole('textbox', { name: 'Find in this body' })).toBeNull();
    drawer.getByRole('tree');
    await userEvent.click(drawer.getByRole('button', { name: 'Find in this body' }));
    await waitFor(() => expect(status()).toBe('Not found'));
  });

  it('names the path in a body of which only the beginning was recorded', async () => {
    await open(bodyOf(LISTINGS.slice(0, 200), true));
    await userEvent.keyboard('harbour');
    await waitFor(() => expect(status()).toBe('1 of 1, at results[3].rates.money.total'));
  });

  it('finds in a text without a path', async () => {
    await open(bodyOf('<html>Bad gateway, bad luck</html>'));
    await userEvent.keyboard('bad');
    await waitFor(() => expect(status()).toBe('1 of 2'));
  });
});
