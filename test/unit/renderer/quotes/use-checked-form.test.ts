import { act, renderHook } from '@testing-library/react';
import type { FormEvent } from 'react';
import { expect, it } from 'vitest';
import { emptyQuote, type QuoteForm } from '../../../../src/renderer/features/quotes/quote-form.ts';
import { useCheckedForm } from '../../../../src/renderer/features/quotes/stay-inputs.tsx';

const STAY = { checkIn: '2026-12-04', checkOut: '2026-12-09' };

function open(form: QuoteForm) {
  const changes: Partial<QuoteForm>[] = [];
  const { result } = renderHook(() => useCheckedForm(form, (change) => changes.push(change)));
  let prevented = 0;
  const event = {
    preventDefault: () => {
      prevented += 1;
    },
    currentTarget: document.createElement('form'),
  };
  const send = () => {
    let isRight: boolean | null = null;
    act(() => {
      isRight = result.current.check(event as unknown as FormEvent<HTMLFormElement>);
    });
    return { isRight, prevented };
  };
  return { result, send, changes };
}

it('tells the issues once the form was sent, and never leaves the page', () => {
  const { result, send } = open({ ...emptyQuote(), listingId: 'l-1' });
  expect(result.current.issues).toEqual({});
  expect(send()).toEqual({ isRight: false, prevented: 1 });
  expect(result.current.issues.stay).toBe('A quote needs both dates.');
  expect(result.current.asked).toBeNull();
});

it('holds typed dates that are no stay until others are typed, or a suggested stay is taken', () => {
  const { result, send, changes } = open({ ...emptyQuote(), listingId: 'l-1', ...STAY });
  act(() => result.current.type({ checkIn: null, checkOut: null, issue: 'This is no date.' }));
  expect(send().isRight).toBe(false);
  expect(result.current.issues.stay).toBe('This is no date.');
  act(() => result.current.type({ ...STAY, issue: null }));
  expect(send().isRight).toBe(true);
  expect(changes.at(-1)).toEqual(STAY);
  expect(result.current.asked).toEqual(STAY);
});
