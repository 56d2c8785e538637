import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { clearRememberedState } from '../../../../src/renderer/ui/use-remembered-state.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Exchange } from '../../../../src/shared/model/traffic.ts';
import { issuanceFixture, tokenFixture, tokensFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { DrawerAlone } from './drawer-alone.tsx';
import { answersOf, manyExchanges, wholeExchange } from './exchanges.ts';

async function open(whole: Exchange, chain = manyExchanges(1)) {
  const rendered = renderWithMain(<DrawerAlone />, {
    answers: answersOf(chain, whole),
    page: 'traffic',
    search: { id: whole.id },
  });
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByRole('button', { name: 'Copy as cURL' });
  return { ...rendered, drawer };
}

describe('the drawer of an exchange', () => {
  it('shows request, response and facts', async () => {
    const { drawer } = await open(wholeExchange());
    await drawer.findByText(/^(.+, generation|Generation) 3$/);
    drawer.getByText('Requested by');
    expect(drawer.getByRole('tree', { name: /Response body/ })).toBeDefined();
    await userEvent.click(drawer.getByRole('tab', { name: 'Request' }));
    expect(drawer.getByText('Bearer [redacted]')).toBeDefined();
    expect(drawer.queryByText(/Ask Doctor/)).toBeNull();
  });

  it('shows the duration of each step', async () => {
    const { drawer } = await open(wholeExchange({ queuedAt: 0, grantedAt: 2_000, sentAt: 2_300 }));
    const timings = within(drawer.getByRole('region', { name: 'Timings' }));
    expect(timings.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'StepWhenTook',
      'Rate limit2 s',
      'Access token300 ms',
      'Response120 ms',
      'Download64 ms',
    ]);
  });

  it('links from a refusal to Doctor', async () => {
    const { drawer, visits } = await open(wholeExchange({ id: 'ex-9', status: 403 }));
    await userEvent.click(await drawer.findByText(/Ask Doctor/));
    expect(visits.at(-1)).toEqual({ page: 'doctor', search: { exchangeId: 'ex-9' } });
  });

  it('says who requested a token: the ledger knows, the lane is that of the waiting request', async () => {
    const token = wholeExchange({ operation: 'token', lane: 'interactive', credentialId: 'cred-open', sentAt: 5_000 });
    const issuances = [issuanceFixture({ at: 4_900, cause: 'unauthorized' })];
    const answers = answersOf(manyExchanges(1), token);
    renderWithMain(<DrawerAlone />, {
      answers: { ...answers, tokens: { status: () => tokensFixture('sandbox', [tokenFixture({ issuances })]) } },
      page: 'traffic',
      search: { id: token.id },
    });
    await within(await screen.findByRole('dialog')).findByText('The app, after a 401');
  });

  it('links from a request of a bulk task to the task', async () => {
    const { drawer, visits } = await open(wholeExchange({ lane: 'bulk', taskId: 'task-1' }));
    await userEvent.click(drawer.getByText('A bulk task'));
    expect(visits.at(-1)).toEqual({ page: 'tasks', search: { id: 'task-1' } });
  });

  it('lists the attempts of the same request and opens another attempt', async () => {
    const chain = manyExchanges(2).map((exchange, index) => ({
      ...exchange,
      chainId: 'chain',
      attempt: 2 - index,
      status: index === 0 ? 200 : 429,
    }));
    const [second, first] = chain;
    if (!first || !second) throw new Error('two exchanges were made');
    const { drawer, visits } = await open(wholeExchange(second), chain);
    await userEvent.click(await drawer.findByRole('tab', { name: 'Attempts (2)' }));
    const attempts = within(drawer.getByRole('list', { name: 'Attempts of this request' }));
    expect(attempts.getAllByRole('button').map((button) => button.getAttribute('aria-current'))).toEqual([
      'false',
      'true',
    ]);
    await userEvent.click(attempts.getByRole('button', { name: /429/ }));
    expect(visits.at(-1)?.search).toEqual({ id: first.id });
  });

  it('copies the request as cURL for each shell, and for the chosen one from then on', async () => {
    clearRememberedState();
    const { drawer, main } = await open(wholeExchange());
    const copied = () => main.inputsOf('app', 'copyText').map((input) => (input as { text: string }).text);
    await userEvent.click(drawer.getByRole('button', { name: 'Copy as cURL' }));
    for (const shell of [/PowerShell/, /cmd/]) {
      await userEvent.click(drawer.getByRole('button', { name: 'Copy as cURL for another shell' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: shell }));
    }
    await userEvent.click(drawer.getByRole('button', { name: 'Copy as cURL' }));
    await waitFor(() => expect(copied()).toHaveLength(4));
    const [bash, powershell, cmd, again] = copied();
    expect(bash).toContain("curl 'https://open.example.com/v1/listings");
    expect(powershell).toContain("Invoke-WebRequest -UseBasicParsing -Uri 'https://open.example.com/v1/listings");
    expect(cmd).toContain('^"https://open.example.com/v1/listings');
    expect(again).toBe(cmd);
  });

  it('does not copy for cmd what cmd cannot hold, and says why', async () => {
    clearRememberedState();
    const { drawer, main } = await open(wholeExchange({ requestHeaders: [['x-note', 'Zoë']] }));
    await userEvent.click(drawer.getByRole('button', { name: 'Copy as cURL for another shell' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /cmd/ }));
    await drawer.findByText(/^Not copied: cmd cannot hold this request/);
    expect(main.inputsOf('app', 'copyText')).toEqual([]);
  });

  it('sends the request again and opens the new exchange', async () => {
    const { drawer, main, visits } = await open(wholeExchange());
    main.answer({ traffic: { replay: () => ({ exchangeId: 'ex-new' }) } });
    await userEvent.click(drawer.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(visits.at(-1)?.search).toEqual({ id: 'ex-new' }));
    expect(main.inputsOf('traffic', 'replay')).toEqual([{ id: 'ex-1' }]);
    await drawer.findByText('This is the new exchange.');
    await userEvent.click(drawer.getByRole('button', { name: 'Back to the previous exchange' }));
    expect(visits.at(-1)?.search).toEqual({ id: 'ex-1' });
    expect(drawer.queryByText('This is the new exchange.')).toBeNull();
  });

  it('shows no advice for an instant in the past', async () => {
    const limited = (retryAt: number) =>
      wholeExchange({
        status: 429,
        failure: {
          code: 'rateLimited',
          server: { status: 429, serverCode: null, serverMessage: null, requestId: null, exchangeId: null },
          retryAt,
        },
      });
    const { drawer } = await open(limited(Date.now() - 60_000));
    await drawer.findByText(/too many requests/);
    expect(drawer.queryByText(/^Try again/)).toBeNull();
    cleanup();
    const fresh = await open(limited(Date.now() + 60_000));
    await fresh.drawer.findByText(/^Try again in/);
  });

  it('does not advise to repeat a write whose response was lost', async () => {
    const failure = { code: 'unreachable' as const, host: 'h.example', reason: 'connection closed', exchangeId: null };
    const lost = { status: null, error: 'unreachable', failure, responseHeaders: null } as const;
    const { drawer } = await open(wholeExchange({ ...lost, method: 'POST', operation: 'quoteRequest' }));
    await drawer.findByText('The response of h.example was lost (connection closed): the service may have done it.');
    expect(drawer.getByText('Look it up on its own page before you repeat it.')).toBeDefined();
    expect(drawer.queryByText(/try again|Repeat the action/)).toBeNull();
    cleanup();
    const read = await open(wholeExchange(lost));
    await read.drawer.findByText('Check the address and your network, then try again.');
  });

  it('says why a request cannot be sent again, and why main refused a replay', async () => {
    const post = await open(wholeExchange({ method: 'POST', operation: 'quoteCreate' }));
    const again = post.drawer.getByRole<HTMLButtonElement>('button', { name: 'Send again' });
    expect(again.disabled).toBe(true);
    expect(post.drawer.getByText(/Sending this POST twice could do harm/)).toBeDefined();
    cleanup();
    const get = await open(wholeExchange());
    get.main.answer({
      traffic: {
        replay: () => {
          throw new AppError('notReplayable', { problem: 'its body was cut' });
        },
      },
    });
    await userEvent.click(get.drawer.getByRole('button', { name: 'Send again' }));
    await get.drawer.findByText('This request cannot be sent again: its body was cut.');
  });
});
