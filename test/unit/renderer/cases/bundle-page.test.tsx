import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CasesPage } from '../../../../src/renderer/features/cases/cases-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { BundleFile, OpenedBundle } from '../../../../src/shared/model/bundle.ts';
import { NOW } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { diagnosisFixture, failureFixture } from '../../main/cases/case-fixtures.ts';

const FILES: BundleFile[] = [
  { name: 'verdict.json', text: '{"notes":"Anna Huber called", "authorization":"Bearer [redacted]"}' },
  { name: 'summary.md', text: 'Anna Huber called' },
];

describe('the preview of a bundle', () => {
  const show = () =>
    renderWithMain(<CasesPage />, {
      page: 'cases',
      search: { id: 'case-1', bundle: '1' },
      answers: {
        cases: {
          bundlePreview: ({ marks }) => ({
            id: `preview-${marks.length}`,
            files: FILES.map(({ name, text }) => ({
              name,
              text: marks.reduce((rest, mark) => rest.replaceAll(mark, '[…]'), text),
            })),
            places: marks.map((mark) => FILES.filter(({ text }) => text.includes(mark)).length),
          }),
          saveBundle: () => ({ path: '/home/me/bundle.zip', records: 2, bytes: 4_000 }),
        },
      },
    });

  it('shows every redaction, and redacts what a person marks in all files', async () => {
    const { main } = show();
    const user = userEvent.setup();
    const text = await screen.findByRole('region', { name: 'Content of verdict.json' });
    expect(text.querySelectorAll('mark')).toHaveLength(1);
    const node = text.querySelector('pre span')?.firstChild as Text;
    const start = node.data.indexOf('Anna');
    window.getSelection()?.setBaseAndExtent(node, start, node, start + 'Anna Huber'.length);
    await user.click(screen.getByRole('button', { name: 'Redact what is marked' }));
    const marks = await screen.findByRole('list', { name: 'Redacted by hand' });
    expect(await within(marks).findByText('2 places redacted')).toBeDefined();
    await waitFor(() => expect(text.querySelectorAll('mark')).toHaveLength(2));
    await user.click(screen.getByRole('radio', { name: 'summary.md' }));
    expect(screen.getByText('1 place is redacted in this file.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Save the bundle' }));
    expect(await screen.findByText('/home/me/bundle.zip')).toBeDefined();
    expect(main.inputsOf('cases', 'saveBundle')).toEqual([{ previewId: 'preview-1' }]);
  });

  it('redacts by keyboard, tells what was not found, and shows a text again', async () => {
    const { main } = show();
    const user = userEvent.setup();
    const field = await screen.findByRole('textbox', { name: 'A text to redact in all files' });
    await user.type(field, 'nowhere{Enter}');
    expect(await screen.findByText(/^not found/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show nowhere again' }));
    await waitFor(() => expect(screen.queryByText('nowhere')).toBeNull());
    await user.type(field, 'an{Enter}');
    const asked = main.inputsOf('cases', 'bundlePreview') as { marks: string[] }[];
    expect(asked.map(({ marks }) => marks)).toEqual([[], ['nowhere'], []]);
  });
});

describe('a bundle that is opened', () => {
  const { requestHeaders, responseHeaders, authorization, requestBody, ...failure } = failureFixture();
  const opened: OpenedBundle = {
    path: '/home/me/bundle.zip',
    writtenAt: NOW,
    files: FILES,
    timeline: {
      ...{ from: NOW - 3_600_000, until: NOW, asOf: NOW, bucketMs: 60_000, buckets: [], quotas: [], brokenAt: null },
      setbacksFrom: NOW - 120_000,
      incidents: [
        {
          ...{ id: 'i1', kind: 'setback', at: NOW - 60_000, until: null, count: 1, by: null, status: 403 },
          ...{ exchangeId: 'not-of-this-console', text: 'Create quote: 403' },
        },
      ],
      burned: [{ kind: 'text', text: 'Nothing burned the quota.' }],
      lastWorked: [{ kind: 'instant', at: NOW - 120_000, exchangeId: 'not-of-this-console' }],
    },
    case: {
      ...{ id: 'case-1', title: 'Create quote: 403', cause: 'noPermission', causeTitle: null, state: 'solved' },
      ...{ origin: 'journal', host: null, status: 403, requestId: 'req-77', createdAt: NOW, lastAt: NOW, times: 1 },
      hasNotes: true,
      notes: 'The owner was told.',
      diagnosis: diagnosisFixture(),
      failure: {
        ...failure,
        requestBody: null,
        tokenClaims: null,
        requestHeaders: [...requestHeaders],
        responseHeaders: [...responseHeaders],
        authorization: { ...authorization },
      },
    },
  };
  const show = (openBundle: () => OpenedBundle | null) =>
    renderWithMain(<CasesPage />, {
      page: 'cases',
      answers: { cases: { list: () => ({ revision: 1, total: 0, all: 0, rows: [] }), openBundle } },
    });

  it('is shown read-only and closed', async () => {
    show(() => opened);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Open a bundle' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create quote: 403' })).toBeDefined();
    expect(screen.getByText('The owner was told.')).toBeDefined();
    const incidents = within(screen.getByRole('region', { name: 'Incident timeline' }));
    expect(incidents.getByRole('cell', { name: 'Create quote: 403' })).toBeDefined();
    expect(incidents.queryByRole('link')).toBeNull();
    expect(incidents.getByText(/The range has more refusals than this list/)).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close the bundle' }));
    expect(await screen.findByText('No cases yet')).toBeDefined();
  });

  it('is shown when the system hands it over, and is refused with a sentence', async () => {
    const list = () => ({ revision: 1, total: 0, all: 0, rows: [] });
    const { main } = renderWithMain(<CasesPage />, {
      page: 'cases',
      search: { given: 'given-1' },
      answers: { cases: { list, openGiven: () => opened } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Close the bundle' }));
    expect(await screen.findByText('No cases yet')).toBeDefined();
    expect(main.inputsOf('cases', 'openGiven')).toEqual([{ id: 'given-1' }]);
    cleanup();
    const openGiven = () => {
      throw new AppError('notFound', { what: 'The support bundle' });
    };
    renderWithMain(<CasesPage />, { page: 'cases', search: { given: 'old' }, answers: { cases: { list, openGiven } } });
    expect(await screen.findByText(/The support bundle was not found/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'All cases' })).toBeDefined();
  });

  it('is refused with a sentence', async () => {
    const message = 'This is no support bundle. Its verdict.json is nested too deeply.';
    show(() => {
      throw new AppError('invalidInput', { issues: [{ path: 'bundle', message }] });
    });
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Open a bundle' }));
    expect(await screen.findByText(/nested too deeply/)).toBeDefined();
  });
});
