import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { compareExchanges, differs } from '../../../../src/renderer/features/traffic/compare/compare-exchanges.ts';
import { explanation, refusedOf } from '../../../../src/renderer/features/traffic/compare/explain-refusal.ts';
import { TrafficPage } from '../../../../src/renderer/features/traffic/traffic-page.tsx';
import type { CauseId, Diagnosis } from '../../../../src/shared/model/diagnosis.ts';
import type { FailureGroup } from '../../../../src/shared/model/failure-group.ts';
import type { Exchange } from '../../../../src/shared/model/traffic.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { answersOf, manyExchanges, wholeExchange } from './exchanges.ts';

const BASE = 'https://open.example.com/v1/listings';
const worked = wholeExchange({ id: 'worked', url: `${BASE}?limit=25&tag=a&tag=b`, tokenGeneration: 3 });
const failed = wholeExchange({
  id: 'failed',
  url: `${BASE}?limit=25&tag=a`,
  status: 403,
  tokenGeneration: 3,
  responseHeaders: [
    ['Content-Type', 'application/json'],
    ['X-RateLimit-Remaining-Second', '4'],
  ],
  responseBody: { text: '{"error":{"code":"FORBIDDEN"},"results":[]}', bytes: 43, cut: false },
});
const differencesOf = (left: Exchange, right: Exchange) =>
  compareExchanges(left, right, ({ credentialId }) => credentialId).flatMap(({ title, fields }) =>
    fields.filter(differs).map(({ name, left: one, right: other }) => `${title}: ${name}: ${one} | ${other}`),
  );
const bodyOf = (text: string, cut = false) => ({ text, bytes: text.length, cut });
const diagnosisOf = (cause: CauseId, confidence = 0.95): Diagnosis => ({
  outcome: 'verdict',
  verdicts: [
    { cause, title: 'The permission is missing', confidence, evidence: [], confirm: null, remedy: '', source: '' },
  ],
  tellApart: null,
  ask: null,
});

describe('the comparison of two exchanges', () => {
  it('names the parameters, headers and fields that differ, and no others', () => {
    expect(differencesOf(worked, failed)).toEqual([
      'Query parameters: tag: a, b | a',
      'Answer: Status: 200 | 403',
      'Rate limits: x-ratelimit-remaining-second: null | 4',
      'Response body: results[0].title: "Harbour loft" | null',
      'Response body: error.code: null | "FORBIDDEN"',
      'Response body: results: null | []',
    ]);
    expect(differencesOf(worked, worked)).toEqual([]);
  });

  it('compares bodies by path, in whatever order their fields are', () => {
    const one = wholeExchange({ responseBody: bodyOf('{"a":1,"b":{"c":[1,2]}}') });
    const other = wholeExchange({ responseBody: bodyOf('{"b":{"c":[1,3]},"a":1}') });
    expect(differencesOf(one, other)).toEqual(['Response body: b.c[1]: 2 | 3']);
  });

  it.each([
    ['a body and none', '{"a":null}', '', ['Response body: a: null | null']],
    ['a plain value', 'null', '0', ['Response body: The whole body: null | 0']],
    ['text', '<p>', '{}', ['Response body: Text: <p> | {}']],
  ])('compares %s', (_, left, right, expected) => {
    const of = (text: string) => wholeExchange({ responseBody: text === '' ? null : bodyOf(text) });
    expect(differencesOf(of(left), of(right))).toEqual(expected);
  });

  it('says that only the beginning of a body was recorded, and survives deep nesting', () => {
    const deep = `${'['.repeat(40_000)}1${']'.repeat(40_000)}`;
    const one = wholeExchange({ responseBody: bodyOf(deep) });
    const other = wholeExchange({ responseBody: bodyOf('[{"a":', true) });
    const sections = compareExchanges(one, other, () => null);
    expect(sections.at(-1)?.note).toMatch(/Only the beginning/);
    expect(compareExchanges(one, one, () => null).at(-1)?.fields).toHaveLength(1);
  });

  it('treats an address without a valid query as text', () => {
    expect(differencesOf({ ...worked, url: 'x?%E0%A4%A' }, { ...worked, url: 'x?%E0%A4%A#b' })).toEqual([]);
  });
});

describe('the sentence about a refusal', () => {
  it('is about the one that the service refused, when it accepted the other', () => {
    expect(refusedOf(worked, failed)).toBe(failed);
    expect(refusedOf(failed, worked)).toBe(failed);
    expect(refusedOf(failed, failed)).toBeNull();
    expect(refusedOf(worked, { ...failed, status: null })).toBeNull();
  });

  it('names the differences that fit the cause', () => {
    const sections = compareExchanges(worked, { ...failed, credentialId: 'other' }, ({ credentialId }) =>
      credentialId === 'other' ? 'Partner' : 'Website',
    );
    expect(explanation(diagnosisOf('noPermission'), sections)).toBe(
      'Most likely cause (95 %): the permission is missing. The difference that fits: application (Website and Partner).',
    );
    expect(explanation(diagnosisOf('wrongParameters'), sections)).toContain('the parameter tag (a, b and a)');
  });

  it('says that no difference shows the cause, and nothing when the Doctor does not know it', () => {
    const sections = compareExchanges(worked, failed, () => 'Website');
    expect(explanation(diagnosisOf('noPermission'), sections)).toContain('No difference below shows it');
    expect(explanation({ ...diagnosisOf('noPermission'), outcome: 'notEnough' }, sections)).toBeNull();
    expect(explanation(diagnosisOf('noPermission', 0.2), sections)).toBeNull();
  });
});

const failureOf = ({
  id,
  connectionId,
  credentialId,
  api,
  operation,
  method,
  url,
  sentAt,
  status,
}: Exchange): FailureGroup => ({
  key: 'k',
  exchangeId: id,
  ...{ connectionId, credentialId, api, operation, method, url, status },
  at: sentAt,
  firstAt: sentAt,
  count: 1,
  error: null,
  serverMessage: null,
  serverCode: null,
  requestId: null,
  tokenGeneration: 3,
  settled: false,
  diagnosis: diagnosisOf('wrongParameters'),
  caseId: null,
});

describe('Traffic', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(240);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  });
  const answers = () => {
    const known = answersOf(manyExchanges(4));
    return {
      ...known,
      doctor: { failure: () => failureOf(failed) },
      traffic: {
        ...known.traffic,
        exchange: ({ id }: { id: string }) => (id === 'failed' ? failed : { ...worked, id }),
      },
    } as ReturnType<typeof answersOf>;
  };
  const show = (search = {}) => renderWithMain(<TrafficPage />, { answers: answers(), page: 'traffic', search });

  it('compares two marked exchanges, the older one on the left', async () => {
    const { visits } = show();
    await screen.findAllByText('List listings');
    const boxes = screen.getAllByRole('checkbox', { name: /^Mark / });
    await userEvent.click(boxes[0] as HTMLElement);
    expect(screen.queryByRole('button', { name: 'Compare the 2 marked' })).toBeNull();
    await userEvent.click(boxes[2] as HTMLElement);
    await userEvent.click(await screen.findByRole('button', { name: 'Compare the 2 marked' }));
    expect(visits.at(-1)?.search).toEqual({ id: 'ex-2', with: 'ex-4' });
  });

  it('shows only the differences at first, all fields on request, and the explanation', async () => {
    const { visits } = show({ id: 'worked', with: 'failed' });
    const drawer = within(await screen.findByRole('dialog', { name: 'Compare two exchanges' }));
    await drawer.findByText(/Most likely cause \(95 %\).*the parameter tag/);
    drawer.getByText('6 differences');
    expect(drawer.queryByRole('rowheader', { name: 'Method' })).toBeNull();
    await userEvent.click(drawer.getByRole('switch', { name: 'Only differences' }));
    drawer.getByRole('rowheader', { name: 'Method' });
    drawer.getByRole('rowheader', { name: 'tag differs' });
    await userEvent.click(drawer.getAllByRole('button', { name: /^Open the exchange of/ })[1] as HTMLElement);
    expect(visits.at(-1)?.search).toEqual({ id: 'failed' });
  });

  it('offers other exchanges of the operation for a comparison', async () => {
    const { visits } = show({ id: 'worked' });
    await userEvent.click(await screen.findByRole('button', { name: 'Compare with…' }));
    const [first] = await screen.findAllByRole('menuitem');
    await userEvent.click(first as HTMLElement);
    expect(visits.at(-1)?.search).toMatchObject({ id: 'worked', with: expect.stringMatching(/^ex-/) });
  });

  it('sends a read again with other parameters, and shows both answers', async () => {
    const { main, visits } = show({ id: 'worked' });
    main.answer({ traffic: { resend: () => ({ exchangeId: 'new' }) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit and send again' }));
    const form = within(await screen.findByRole('form', { name: 'Edit and send again' }));
    const limit = form.getByRole('textbox', { name: 'Value of parameter 1: limit' });
    fireEvent.change(limit, { target: { value: '5' } });
    await userEvent.click(form.getByRole('button', { name: 'Remove parameter 3: tag' }));
    await userEvent.click(form.getByRole('button', { name: 'Add a header' }));
    await userEvent.click(form.getByRole('button', { name: 'Send' }));
    form.getByText('Enter a name, or remove the line.');
    fireEvent.change(form.getByRole('combobox', { name: 'Name of header 1' }), {
      target: { value: 'Accept-Language' },
    });
    fireEvent.change(form.getByRole('textbox', { name: 'Value of header 1: Accept-Language' }), {
      target: { value: 'pt' },
    });
    await userEvent.click(form.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(visits.at(-1)?.search).toEqual({ id: 'worked', with: 'new' }));
    expect(main.inputsOf('traffic', 'resend')).toEqual([
      {
        id: 'worked',
        query: [
          ['limit', '5'],
          ['tag', 'a'],
        ],
        headers: [['Accept-Language', 'pt']],
      },
    ]);
  });

  it('asks for a value that was not recorded before it sends', async () => {
    const redacted = { ...worked, url: `${BASE}?name=%5Bguest%20name%5D` };
    const known = answersOf(manyExchanges(1), redacted);
    const { main } = renderWithMain(<TrafficPage />, { answers: known, page: 'traffic', search: { id: 'worked' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit and send again' }));
    const form = within(await screen.findByRole('form', { name: 'Edit and send again' }));
    form.getByText(/^The value was not recorded/);
    await userEvent.click(form.getByRole('button', { name: 'Send' }));
    expect(main.inputsOf('traffic', 'resend')).toEqual([]);
  });

  it.each([
    ['a POST', { method: 'POST', operation: 'quoteCreate' }],
    ['a token request', { method: 'POST', operation: 'token' }],
  ])('does not offer to edit %s', async (_, changes) => {
    const known = answersOf(manyExchanges(1), { ...worked, ...changes });
    renderWithMain(<TrafficPage />, { answers: known, page: 'traffic', search: { id: 'worked' } });
    await screen.findByRole('button', { name: 'Compare with…' });
    expect(screen.queryByRole('button', { name: 'Edit and send again' })).toBeNull();
  });
});
