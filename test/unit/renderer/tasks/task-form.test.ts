import { describe, expect, it } from 'vitest';
import { emptyTask, specOf, type TaskForm } from '../../../../src/renderer/features/tasks/new/task-form.ts';
import { TaskSpec } from '../../../../src/shared/model/task.ts';

const form = (changes: Partial<TaskForm> = {}): TaskForm => ({ ...emptyTask('2026-12-01'), ...changes });

describe('the form of a new task', () => {
  it('is valid initially', () => {
    expect(specOf(form())).toEqual({
      spec: { kind: 'calendars', from: '2026-12-01', until: '2027-02-28', listingIds: null },
    });
  });

  it('describes stays, for any number of guests when the field is empty', () => {
    const asked = specOf(form({ kind: 'stays', nights: '7', guests: '' }));
    expect(asked).toEqual({
      spec: { kind: 'stays', firstCheckIn: '2026-12-01', lastCheckIn: '2027-02-28', nights: 7, guests: null },
    });
    expect(TaskSpec.parse('spec' in asked ? asked.spec : null)).toBeTruthy();
  });

  it('has an issue for each invalid field', () => {
    const nothing = { from: null, until: null };
    expect(specOf(form({ listingScope: 'some', days: nothing }))).toEqual({
      issues: {
        days: expect.stringContaining('first and the last day'),
        listings: expect.stringContaining('at least one'),
      },
    });
    for (const bad of ['', '0', '-1', '1.5', '366', '1e2', 'x'])
      expect(specOf(form({ kind: 'stays', nights: bad, checkIns: { from: '2026-12-01', until: null } }))).toEqual({
        issues: { days: expect.any(String), nights: expect.stringContaining('from 1 to 365') },
      });
    expect(specOf(form({ kind: 'stays', guests: '501' }))).toEqual({ issues: { guests: expect.any(String) } });
  });

  it('ignores the fields of the other kind', () => {
    expect(specOf(form({ nights: 'x', guests: 'x' }))).toHaveProperty('spec');
    expect(specOf(form({ kind: 'stays', listingScope: 'some' }))).toHaveProperty('spec');
  });
});
