import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DoctorSections } from '../../../../src/renderer/features/doctor/doctor-sections.tsx';
import type { Incident, IncidentTimeline } from '../../../../src/shared/model/incident.ts';
import { OutcomeClass } from '../../../../src/shared/model/traffic.ts';
import { connectionsFixture, NOW } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const HOUR = 3_600_000;

const incident = (id: string, changes: Partial<Incident>): Incident => ({
  id,
  kind: 'setback',
  at: NOW - HOUR,
  until: null,
  count: 1,
  by: null,
  status: null,
  exchangeId: null,
  text: 'Search: 403',
  ...changes,
});

const bucket = (at: number, counts: Partial<Record<OutcomeClass, number>>) => ({
  at,
  counts: {
    ...(Object.fromEntries(OutcomeClass.options.map((outcome) => [outcome, 0])) as Record<OutcomeClass, number>),
    ...counts,
  },
});

const timelineFixture = (changes: Partial<IncidentTimeline> = {}): IncidentTimeline => ({
  from: NOW - 24 * HOUR,
  until: NOW,
  asOf: NOW,
  bucketMs: HOUR,
  buckets: [bucket(NOW - 3 * HOUR, { ok: 500 }), bucket(NOW - 2 * HOUR, { forbidden: 1, ok: 499 })],
  incidents: [
    incident('i0', {
      kind: 'issuance',
      by: 'person',
      exchangeId: 'ex-token',
      text: 'Open API: token requested by a person',
    }),
    incident('i1', { status: 403, exchangeId: 'ex-403' }),
    incident('i2', { kind: 'sleep', until: NOW - HOUR / 2, text: 'The computer slept for 30 min' }),
  ],
  quotas: [
    {
      credentialId: 'cred-open',
      api: 'openApi',
      label: 'Open API',
      limit: 5,
      steps: [
        { at: NOW - 24 * HOUR, used: 1 },
        { at: NOW - HOUR, used: 5 },
      ],
    },
  ],
  brokenAt: { at: NOW - HOUR, exchangeId: 'ex-403', text: 'Search: 403' },
  setbacksFrom: null,
  burned: [
    { kind: 'text', text: 'Open API: 5 of 5 are used, 1 by a person (' },
    { kind: 'instant', at: NOW - HOUR, exchangeId: 'ex-token' },
    { kind: 'text', text: ').' },
  ],
  lastWorked: [{ kind: 'text', text: 'Nothing was refused in the recorded time.' }],
  ...changes,
});

const show = (answer: IncidentTimeline = timelineFixture()) =>
  renderWithMain(<DoctorSections />, {
    page: 'doctor',
    search: { tab: 'timeline' },
    answers: { connections: { list: () => connectionsFixture() }, doctor: { incidents: () => answer } },
  });

const ranges = (main: ReturnType<typeof show>['main']) =>
  main
    .inputsOf('doctor', 'incidents')
    .map((input) => (input as { range: { from: number; until: number } | null }).range);

describe('the timeline of Doctor', () => {
  it('answers both questions, with links to the exchanges, and has everything in its table', async () => {
    show();
    const answer = await screen.findByText(/5 of 5 are used/);
    const link = within(answer.closest('p') as HTMLElement).getByRole('link');
    expect(link.getAttribute('href')).toBe('#/traffic?id=ex-token');
    expect(screen.getByText('Nothing was refused in the recorded time.')).toBeDefined();
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(4);
    expect(rows.map((row) => row.textContent).join()).toContain('The computer slept for 30 min');
    expect(screen.getByRole('link', { name: 'See the exchange: Search: 403' }).getAttribute('href')).toBe(
      '#/traffic?id=ex-403',
    );
  });

  it('draws one 403 beside 500 successes, and the moment at which things went wrong', async () => {
    show();
    const mark = await screen.findByTitle(/1 × 403/);
    expect(mark.className).toContain('setback');
    expect(screen.getByText('Went wrong: Search: 403')).toBeDefined();
    expect(screen.getByText(/500 exchanges, 1 without success/, { selector: 'title' })).toBeDefined();
    expect(screen.getByTitle(/Open API: 5 of 5 used/)).toBeDefined();
  });

  it('zooms by wheel and keys, pans, and returns to the last 24 hours', async () => {
    const { main } = show();
    const user = userEvent.setup();
    const plot = await screen.findByRole('slider');
    plot.focus();
    await user.keyboard('+');
    await waitFor(() => expect(ranges(main)).toHaveLength(2));
    const zoomedIn = ranges(main)[1];
    expect((zoomedIn?.until ?? 0) - (zoomedIn?.from ?? 0)).toBe(15 * HOUR);
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(ranges(main)).toHaveLength(3));
    expect(ranges(main)[2]?.from).toBe((zoomedIn?.from ?? 0) - 3 * HOUR);
    const scrolls = fireEvent.wheel(plot, { deltaY: 100 });
    expect(scrolls).toBe(false);
    await waitFor(() => expect(ranges(main)).toHaveLength(4));
    expect((ranges(main)[3]?.until ?? 0) - (ranges(main)[3]?.from ?? 0)).toBe(18.75 * HOUR);
    await user.keyboard('{Home}');
    expect(screen.getByRole('button', { name: 'Last 24 hours' }).hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Where it went wrong' }));
    await waitFor(() => expect(ranges(main).at(-1)?.from).toBe(NOW - 13 * HOUR));
  });

  it('copes with nothing at all', async () => {
    show(timelineFixture({ buckets: [], incidents: [], quotas: [], brokenAt: null }));
    expect(await screen.findByText('Nothing happened in this period.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Where it went wrong' })).toBeNull();
  });
});
