import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  bucketsOf,
  longestGapOf,
  PastedTimeline,
} from '../../../../src/renderer/features/doctor/paste/pasted-timeline.tsx';
import type { PastedMoment } from '../../../../src/shared/model/pasted.ts';
import { renderWithMain } from '../../../support/render.tsx';

const START = Date.UTC(2026, 10, 20, 10);
const momentAt = (ms: number, changes: Partial<PastedMoment> = {}): PastedMoment => ({
  at: START + ms,
  method: 'GET',
  address: 'https://booking.example/api/v1/search',
  status: 200,
  limits: '',
  ...changes,
});
const total = (moments: readonly PastedMoment[]) =>
  bucketsOf(moments).buckets.reduce((sum, { counts }) => sum + Object.values(counts).reduce((a, b) => a + b, 0), 0);

describe('the bars of an input', () => {
  it.each([
    ['one instant', [0, 0, 0]],
    ['a second', [0, 999, 1_000]],
    ['odd spans', [0, 7, 61_003]],
    ['years', [0, 3 * 365 * 86_400_000]],
  ])('count every moment once: %s', (_, times) => {
    const moments = times.map((at) => momentAt(at));
    const { window, buckets } = bucketsOf(moments);
    expect(total(moments)).toBe(times.length);
    expect(window.until).toBeGreaterThan(window.from);
    expect(buckets.length).toBeLessThanOrEqual(60);
  });

  it('name the longest gap; none when all moments are the same instant', () => {
    expect(longestGapOf([0, 5, 65, 70].map((at) => momentAt(at)))).toEqual({ lengthMs: 60, until: START + 65 });
    expect(longestGapOf([momentAt(0), momentAt(0)])).toBeNull();
  });
});

describe('the timeline of an input', () => {
  it('tells counts, gaps, statuses and limits, and how many exchanges are not on it', () => {
    const moments = [
      momentAt(0, { limits: '1 of 275 left in a minute' }),
      momentAt(500, { status: 429, limits: 'retry after 20 s' }),
      momentAt(120_500, { status: null, method: null, address: null }),
    ];
    renderWithMain(<PastedTimeline moments={moments} exchanges={4} />, { answers: {} });
    const timeline = within(screen.getByRole('region', { name: 'Timeline of what was sent' }));
    timeline.getByText(
      /^3 exchanges within 2 min.*: 1 succeeded, 1 × 429, 1 without response\. Longest gap: 2 min, before/,
    );
    timeline.getByText(/1 more is not on it/);
    const rows = timeline.getAllByRole('row').map((row) => row.textContent);
    expect(rows[1]).toContain('1 of 275 left in a minute');
    expect(rows[2]).toMatch(/500 ms429.*retry after 20 s$/);
    expect(rows[3]).toMatch(/2 minNo responseNot shown$/);
  });

  it('draws a hundred rows first, and all of them on request', async () => {
    const moments = Array.from({ length: 130 }, (_, index) => momentAt(index * 1_000));
    renderWithMain(<PastedTimeline moments={moments} exchanges={130} />, { answers: {} });
    expect(screen.getAllByRole('row')).toHaveLength(101);
    expect(screen.queryByRole('columnheader', { name: 'Limits it reports' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all 130' }));
    expect(screen.getAllByRole('row')).toHaveLength(131);
  });
});
