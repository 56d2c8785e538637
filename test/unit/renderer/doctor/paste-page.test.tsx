/** Paste a failure: what is given reaches main, its report is drawn, and nothing typed is lost when reading fails. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { knownServices } from '../../../../src/main/api/known-services.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';
import { PastePage } from '../../../../src/renderer/features/doctor/paste/paste-page.tsx';
import { clearRememberedState, followTyped, readRemembered } from '../../../../src/renderer/ui/use-remembered-state.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { appInfoFixture, connectionsFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { jwtOf } from '../../main/doctor/jwt-of.ts';
import { SAMPLES, TOKEN } from '../../main/doctor/read/samples.ts';

const report = (text: string) => reportOf(readPasted(text), knownServices());
const FAILURE = SAMPLES.find(({ name }) => name === 'cURL with its answer')?.text ?? '';
const show = (doctor: Record<string, (input: never) => unknown>, app: Record<string, () => unknown> = {}) =>
  renderWithMain(<PastePage />, {
    page: 'doctor',
    search: { tab: 'paste' },
    answers: { connections: { list: () => connectionsFixture() }, app: { copyText: () => null, ...app }, doctor },
  });
const field = () => screen.getByRole('textbox', { name: 'Paste what the customer sent' });

beforeEach(clearRememberedState);
afterEach(() => vi.restoreAllMocks());

describe('PastePage', () => {
  it('sends what was typed to main, and shows verdict, corrected request, marks and what was not read', async () => {
    const followed = vi.fn();
    followTyped(followed);
    const { main } = show({ readText: () => report(`Hello\n${FAILURE}`) });
    await userEvent.click(field());
    await userEvent.paste(FAILURE);
    // What a customer sent holds secrets, so main does not keep it for a window that stops.
    expect(followed).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Diagnose' }));
    const article = within(await screen.findByRole('article'));
    expect(main.inputsOf('doctor', 'readText')).toEqual([{ text: FAILURE }]);
    expect(article.getByRole('heading', { name: 'The Bearer prefix was missing' })).toBeDefined();
    expect(article.getByText('Authorization begins with “Bearer ”.')).toBeDefined();
    await userEvent.click(article.getByRole('button', { name: 'Copy as cURL' }));
    await waitFor(() => expect(main.inputsOf('app', 'copyText')).toHaveLength(1));
    expect(document.querySelectorAll('mark').length).toBeGreaterThan(0);
    expect(document.querySelector('article')?.textContent).not.toContain(TOKEN);
    expect(screen.getByText('Not read (1)')).toBeDefined();
  });

  it.each([
    ['linux', "curl '"],
    ['win32', 'Invoke-WebRequest'],
  ])(
    'copies for the shell of this machine (%s) until another is chosen, which stays chosen',
    async (platform, begin) => {
      const { main } = show({ readText: () => report(FAILURE) }, { info: () => appInfoFixture({ platform }) });
      await userEvent.click(field());
      await userEvent.paste(FAILURE);
      await userEvent.click(screen.getByRole('button', { name: 'Diagnose' }));
      const corrected = within(
        await screen.findByRole('region', { name: 'What this request should have looked like' }),
      );
      await waitFor(() => expect(corrected.getByText(/ACCESS_TOKEN first/).textContent).toContain(begin));
      await userEvent.click(corrected.getByRole('radio', { name: 'cmd' }));
      await userEvent.click(corrected.getByRole('button', { name: 'Copy as cURL' }));
      await waitFor(() => expect(main.inputsOf('app', 'copyText')).toHaveLength(1));
      expect((main.inputsOf('app', 'copyText')[0] as { text: string }).text).toContain('Bearer %ACCESS_TOKEN%');
      expect(readRemembered('shell', null)).toBe('cmd');
    },
  );

  it('is left without an error in a Chromium whose scrollIntoView returns a promise', async () => {
    const scroll = vi.fn(() => Promise.resolve());
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scroll as never);
    const { unmount } = show({ readText: () => report(FAILURE) });
    await userEvent.click(field());
    await userEvent.paste(FAILURE);
    await userEvent.click(screen.getByRole('button', { name: 'Diagnose' }));
    await screen.findByRole('article');
    expect(scroll).toHaveBeenCalledOnce();
    expect(unmount).not.toThrow();
  });

  it('checks a request without its answer: what is wrong, how it is right, what it does not tell', async () => {
    const text = `curl 'https://open-api.guesty.com/v1/v1/listings' -H 'Authorization: Bearer ${TOKEN}'`;
    const { main } = show({ readText: () => report(text) });
    await userEvent.click(field());
    await userEvent.paste(text);
    await userEvent.click(screen.getByRole('button', { name: 'Diagnose' }));
    const check = within(await screen.findByRole('region', { name: 'Check of the request' }));
    expect(screen.getByRole('status').textContent).toBe('1 request without an answer, checked here; nothing was sent.');
    expect(check.getByText('The service would not accept this request.')).toBeDefined();
    const wrong = within(check.getByRole('list', { name: 'What is wrong with the request' })).getAllByRole('listitem');
    expect(wrong.map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Refused: The path holds “\/v1” twice.*Right: The address of/),
    ]);
    expect(check.getByRole('list', { name: 'What the request does not tell' }).textContent).toContain('permission');
    await userEvent.click(check.getByRole('button', { name: 'Copy this check' }));
    await waitFor(() => expect(main.inputsOf('app', 'copyText')).toHaveLength(1));
    expect(JSON.stringify(main.inputsOf('app', 'copyText'))).toContain('would not accept');
    expect(document.body.textContent).not.toContain('To confirm');
  });

  it('shows what a token says of itself, in a request and outside of one', async () => {
    const [inRequest, alone] = [jwtOf({ scp: ['open-api'], exp: 1 }), jwtOf({ scp: ['booking_engine:api'] })];
    const text = `${alone}\ncurl 'https://open-api.guesty.com/v1/listings' -H 'Authorization: Bearer ${inRequest}'`;
    show({ readText: () => reportOf(readPasted(text), knownServices(), Date.parse('2026-11-27T12:00:00Z')) });
    await userEvent.click(field());
    await userEvent.paste(text);
    await userEvent.click(screen.getByRole('button', { name: 'Diagnose' }));
    const token = await screen.findByRole('region', { name: 'What the token says of itself' });
    expect(token.textContent).toMatch(/Scopesopen-api.*The token had expired\./);
    const other = screen.getByRole('region', { name: 'What the token says of itself (line 1)' });
    expect(within(other).getByText('Booking Engine API')).toBeDefined();
  });

  it('says what to ask the customer for when the text has nothing technical', async () => {
    const { main } = show({ readText: () => report('Nothing works!') });
    await userEvent.click(field());
    await userEvent.paste('Nothing works!');
    await userEvent.click(screen.getByRole('button', { name: 'Diagnose' }));
    const ask = within(await screen.findByRole('region', { name: 'Text to send to the customer' }));
    await userEvent.click(ask.getByRole('button', { name: 'Copy this text' }));
    await waitFor(() => expect(JSON.stringify(main.inputsOf('app', 'copyText'))).toContain('the whole address'));
  });

  it('says when the cause is read from the words of the message alone', async () => {
    const text = 'Hello, the coupon of our guest has no effect: the price is the same with and without the code.';
    show({ readText: () => report(text) });
    await userEvent.click(field());
    await userEvent.paste(text);
    await userEvent.click(screen.getByRole('button', { name: 'Diagnose' }));
    expect(await screen.findByText(/the cause is read from the words of the message/)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'The coupon was dropped' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Text to send to the customer' })).toBeDefined();
  });

  it('lists several failures, of which one is shown', async () => {
    const text = `${FAILURE}\n\nHTTP/1.1 429 Too Many Requests\nRetry-After: 3\n\n{"message":"slow down"}`;
    show({ readFile: () => report(text) });
    await userEvent.click(screen.getByRole('button', { name: 'Open a file…' }));
    const list = within(await screen.findByRole('list', { name: 'Failures found' }));
    const [first, second] = list.getAllByRole('button');
    expect(first?.getAttribute('aria-current')).toBe('true');
    await userEvent.click(second as HTMLElement);
    expect(within(screen.getByRole('article')).getByText(/Too many requests/)).toBeDefined();
    expect(screen.getByRole('status').textContent).toBe('2 failures found.');
  });

  it('keeps what was typed when main fails, and says what happened', async () => {
    show({
      readText: () => {
        throw new AppError('internal', { logId: 'log-1' });
      },
    });
    await userEvent.click(field());
    await userEvent.paste(FAILURE);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('alert');
    expect((field() as HTMLTextAreaElement).value).toBe(FAILURE);
  });

  it('does not draw a very long text, and reads it in pieces', async () => {
    const long = `${FAILURE}\n${'x'.repeat(150_000)}`;
    const { main } = show({
      readPiece: (input: never) => ((input as { isLast: boolean }).isLast ? report(FAILURE) : null),
    });
    await userEvent.click(field());
    await userEvent.paste(long);
    await screen.findByRole('article');
    const pieces = main.inputsOf('doctor', 'readPiece') as {
      index: number;
      piece: string;
      isLast: boolean;
      size: number;
    }[];
    expect(pieces.map(({ index, isLast }) => [index, isLast])).toEqual([
      [0, false],
      [1, true],
    ]);
    expect(pieces.map(({ piece }) => Buffer.from(piece, 'base64').toString()).join('')).toBe(long);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText(/The pasted text/)).toBeDefined();
  });

  it.each([
    ['at the caret', 6, 6, ['first ', 'last']],
    ['over the selection', 0, 6, ['', 'last']],
  ])('puts a very long text %s', async (_where, from, to, [before, after]) => {
    const long = 'x'.repeat(100_001);
    const { main } = show({
      readPiece: (input: never) => ((input as { isLast: boolean }).isLast ? report(FAILURE) : null),
    });
    await userEvent.click(field());
    await userEvent.paste('first last');
    (field() as HTMLTextAreaElement).setSelectionRange(from, to);
    await userEvent.paste(long);
    await screen.findByRole('article');
    const pieces = main.inputsOf('doctor', 'readPiece') as { piece: string }[];
    const read = pieces.map(({ piece }) => Buffer.from(piece, 'base64').toString()).join('');
    expect(read.replace(long, '|')).toBe(`${before}|${after}`);
  });

  it('draws a text that takes the place of another, however long both are together', async () => {
    const { main } = show({});
    await userEvent.click(field());
    for (const letter of ['a', 'b']) {
      (field() as HTMLTextAreaElement).select();
      await userEvent.paste(letter.repeat(60_000));
    }
    expect((field() as HTMLTextAreaElement).value).toBe('b'.repeat(60_000));
    expect(main.inputsOf('doctor', 'readPiece')).toEqual([]);
  });
});
