import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { theme } from '../../../../src/renderer/app/theme.ts';
import { dayAfterKey } from '../../../../src/renderer/ui/stay-field/range-calendar.tsx';
import { type Stay, StayField, type TypedStay } from '../../../../src/renderer/ui/stay-field/stay-field.tsx';
import { addDays, addMonths, plainDateOf, weekdayOf } from '../../../../src/shared/time/plain-date.ts';

const TODAY = '2026-11-22';

function mount(first: Stay = { checkIn: null, checkOut: null }, env: 'test' | 'default' = 'test') {
  const changes = vi.fn<(stay: TypedStay) => void>();
  const Form = () => {
    const [stay, setStay] = useState(first);
    return (
      <StayField
        label="Dates"
        stay={stay}
        today={TODAY}
        onChange={(changed) => {
          changes(changed);
          setStay(changed);
        }}
      />
    );
  };
  render(
    <MantineProvider theme={theme} env={env} withCssVariables={false}>
      <Form />
    </MantineProvider>,
  );
  return { changes, user: userEvent.setup(), input: screen.getByRole<HTMLInputElement>('textbox', { name: 'Dates' }) };
}
const focusedDay = () => (document.activeElement as HTMLElement | null)?.dataset.day;

describe('StayField', () => {
  it('reads typed dates, says with weekdays what it read, and shows the stay when it is left', async () => {
    const { changes, user, input } = mount();
    await user.tab();
    await user.paste('8-10 jan');
    // A click into what was just typed places the caret, to correct it.
    fireEvent.mouseDown(input);
    expect(input.selectionStart).toBe(input.selectionEnd);
    const chosen = { checkIn: '2027-01-08', checkOut: '2027-01-10', issue: null };
    await waitFor(() => expect(changes).toHaveBeenLastCalledWith(chosen));
    expect(screen.getByRole('status').textContent).toMatch(/Fri.*Sun.*2 nights/);
    await user.keyboard('{Enter}');
    expect(input.value).toMatch(/8.*10.* · 2 nights/);
  });

  it('is no stay while the text is read or cannot be read', async () => {
    const { changes, user, input } = mount({ checkIn: '2027-01-08', checkOut: '2027-01-10' });
    await user.clear(input);
    await user.paste('whenever');
    await waitFor(() => expect(changes.mock.lastCall?.[0].issue).toMatch(/^“whenever” names no dates/));
    for (const [stay] of changes.mock.calls) expect([stay.checkIn, stay.checkOut]).toEqual([null, null]);
    expect(input.value).toBe('whenever');
  });

  it('keeps the months in view while a text is read or names no dates yet', async () => {
    const { user, input } = mount();
    const months = () =>
      within(screen.getByRole('dialog', { hidden: true }))
        .getAllByText(/^[A-Z][a-z]+ 20\d\d$/)
        .map(({ textContent }) => textContent);
    await user.click(input);
    await user.paste('8-10 mar');
    await waitFor(() => expect(months()).toEqual(['February 2027', 'March 2027']));
    for (const text of ['8-10 mar 2', '8-10 ma', '8-10', '']) {
      fireEvent.change(input, { target: { value: text } });
      expect(months()).toEqual(['February 2027', 'March 2027']);
      await act(async () => {});
      expect(months()).toEqual(['February 2027', 'March 2027']);
    }
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focusedDay()).toBe(TODAY));
  });

  it('takes no click while it fades out', async () => {
    const { changes, user, input } = mount({ checkIn: '2027-01-08', checkOut: '2027-01-10' }, 'default');
    await user.click(input);
    const dayOf = () => document.querySelector('[data-day="2027-01-12"]');
    await waitFor(() => expect(dayOf()).toBeTruthy());
    await user.keyboard('{Escape}');
    const day = dayOf();
    if (day) await expect(user.click(day)).rejects.toThrow('pointer-events');
    expect(day).toBeTruthy();
    expect(changes).not.toHaveBeenCalled();
  });

  it('offers each weekend of a month', async () => {
    const { changes, user, input } = mount();
    await user.click(input);
    await user.paste('weekends in january');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Which weekend of January 2027?'));
    // None is chosen before a person does.
    expect(changes).toHaveBeenLastCalledWith({
      checkIn: null,
      checkOut: null,
      issue: 'Which weekend of January 2027?',
    });
    expect(screen.queryByRole('button', { name: /Flexible dates/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: /15.*17/ }));
    expect(changes).toHaveBeenLastCalledWith({ checkIn: '2027-01-15', checkOut: '2027-01-17', issue: null });
    expect(screen.getByRole('button', { name: /15.*17/ }).getAttribute('aria-pressed')).toBe('true');
  });

  it.each([
    ['5 jun - 5 sep', /is 92 nights/, null],
    ['8/1 for 2 nights', /may mean several stays/, '2027-08-01'],
  ])('asks before it takes “%s”, or offers both of its readings', async (text, said, chosen) => {
    const { changes, user, input } = mount();
    await user.click(input);
    await user.paste(text);
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(said));
    expect(changes.mock.lastCall?.[0]).toMatchObject({ checkIn: chosen });
    const choices = screen.getAllByRole('button', { pressed: false }).filter((one) => one.hasAttribute('aria-pressed'));
    await user.click(choices[0] as HTMLElement);
    expect(changes.mock.lastCall?.[0]).toMatchObject({ checkIn: expect.any(String), issue: null });
  });

  it('chooses a stay by keys across the shown months, and Escape gives the focus back', async () => {
    const { changes, user, input } = mount();
    act(() => input.focus());
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focusedDay()).toBe(TODAY));
    await user.keyboard('{ArrowLeft}');
    expect(focusedDay()).toBe(TODAY);
    await user.keyboard('{PageDown}{PageDown}{PageDown}');
    await waitFor(() => expect(focusedDay()).toBe('2027-02-22'));
    await user.keyboard('{ArrowDown}{End}');
    await waitFor(() => expect(focusedDay()).toBe('2027-03-07'));
    await user.keyboard('{Enter}{Home}{ArrowRight}{ArrowRight}{ArrowDown}{Enter}');
    await waitFor(() =>
      expect(changes).toHaveBeenLastCalledWith({ checkIn: '2027-03-07', checkOut: '2027-03-10', issue: null }),
    );
    expect(document.activeElement).toBe(input);
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focusedDay()).toBe('2027-03-07'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(input);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('dayAfterKey', () => {
  it('never moves before the earliest day, and stays in the week or in the day of the month', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 40_000 }),
        fc.integer({ min: 0, max: 800 }),
        fc.constantFrom(...keys),
        fc.boolean(),
        (number, since, key, shift) => {
          const [earliest, date] = [plainDateOf(number), plainDateOf(number + since)];
          const next = dayAfterKey(key, shift, date, earliest);
          expect(next !== null && next >= earliest).toBe(true);
          if (key === 'End') expect(weekdayOf(next ?? '')).toBe(0);
          if (key === 'PageDown') expect(next).toBe(addMonths(date, shift ? 12 : 1));
          if (key === 'ArrowDown') expect(next).toBe(addDays(date, 7));
        },
      ),
    );
    expect(dayAfterKey('Tab', false, TODAY, TODAY)).toBeNull();
  });
});
