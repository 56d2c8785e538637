import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { RatePlans } from '../../../../src/renderer/features/quotes/plan-table.tsx';
import type { PriceLine, RatePlan } from '../../../../src/shared/model/quote.ts';
import { renderWithMain } from '../../../support/render.tsx';

const euro = (amount: number) => ({ amount, currency: 'EUR' });
const line = (title: string, amount: number, kind: string | null): PriceLine => ({ title, kind, amount: euro(amount) });
const plan = (name: string, changes: Partial<RatePlan>): RatePlan => ({
  id: name.toLowerCase(),
  name,
  cancellationPolicy: null,
  total: null,
  lines: [],
  days: [],
  ...changes,
});

const PLANS = [
  plan('Flexible', {
    cancellationPolicy: 'Free for a week.',
    total: euro(300),
    deposit: euro(60),
    days: ['2030-12-04', '2030-12-05'].map((date) => ({ date, price: euro(100) })),
    lines: [
      line('Accommodation fare', 200, 'ACCOMMODATION_FARE'),
      line('Cleaning', 40, 'CLEANING_FEE'),
      line('Linen', 10, 'FEE'),
      line('Towels', 5, 'FEE'),
      line('Moon levy', 3, 'LUNAR'),
      line('City tax', 20.1, 'TAX'),
      line('Guest tax', 20.2, 'TAX'),
    ],
  }),
  plan('Strict', {
    total: euro(180),
    isTotalOurs: true,
    lines: [line('Fare', 180, 'ACCOMMODATION_FARE'), line('Coupon SUN', -18, 'COUPON'), line('Linen', 9, 'FEE')],
  }),
];

function Chooser({ plans, disabled = false }: { plans: readonly RatePlan[]; disabled?: boolean }) {
  const [key, setKey] = useState<string | null>(plans[0]?.id ?? null);
  return <RatePlans plans={plans} nights={2} chosenKey={key} disabled={disabled} onChoose={setKey} />;
}

/** The rows as a person reads them, screen readers' words included. */
const rows = () =>
  within(screen.getByRole('table', { name: 'Rate plans side by side' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));

describe('several rate plans', () => {
  it('have a line that cannot be read in its row, beside a sum that says so', () => {
    const [flexible, strict] = PLANS as [RatePlan, RatePlan];
    const unreadable = [
      { title: 'Moon tax', text: 'about 2', kind: 'TAX' },
      { title: 'Pool', text: '', kind: 'POOL' },
    ];
    renderWithMain(
      <Chooser
        plans={[
          { ...flexible, unreadable },
          { ...strict, unreadable: unreadable.slice(1) },
        ]}
      />,
    );
    expect(rows().filter(([title]) => ['Moon tax', 'Pool', 'Total'].includes(String(title)))).toEqual([
      ['Pool', 'no amount stated', 'no amount stated'],
      ['Moon tax', 'about 2 not readable', 'not stated'],
      ['Total', '€300.00', '€180.00 our sum, without 1 unreadable line'],
    ]);
    expect(screen.getByRole('radio', { name: 'Strict, €180.00, our sum, without 1 unreadable line' })).toBeTruthy();
  });

  it('stand side by side; kinds that nobody knows are kept, and a sum of ours is marked', () => {
    renderWithMain(<Chooser plans={PLANS} />);
    const none = 'not stated';
    expect(rows()).toEqual([
      ['Nights', '2 nights at €100.00 each', none],
      ['Accommodation', '€200.00', '€180.00'],
      ['Cleaning', '€40.00', none],
      ['Linen', '€10.00', '€9.00'],
      ['Towels', '€5.00', none],
      ['Moon levy', '€3.00', none],
      ['Coupon SUN', none, '-€18.00'],
      ['City tax', '€20.10', none],
      ['Guest tax', '€20.20', none],
      ['Deposit', '€60.00', none],
      ['Total', '€300.00', '€180.00 our sum'],
      ['Cancellation', 'Free for a week.', none],
    ]);
  });

  it('show each line of an accommodation that has several, and no tax as one of them', () => {
    const lines = [line('Accommodation fare', 200, null), line('Accommodation discount', -20, null)];
    renderWithMain(
      <Chooser plans={[plan('A', { lines: [...lines, line('Accommodation tax', 9, null)] }), plan('B', { lines })]} />,
    );
    expect(rows()).toEqual([
      ['Accommodation fare', '€200.00', '€200.00'],
      ['Accommodation discount', '-€20.00', '-€20.00'],
      ['Accommodation tax', '€9.00', 'not stated'],
      ['Total', 'not stated', 'not stated'],
    ]);
    expect(screen.getByRole('radio', { name: 'A, not stated' })).toBeTruthy();
  });

  it('leave out a row that no plan has, and add nothing up across currencies', () => {
    const dollars = { title: 'Tax', kind: 'TAX', amount: { amount: 2, currency: 'USD' } };
    renderWithMain(
      <Chooser plans={[plan('A', { lines: [line('Tax', 1, 'TAX'), dollars] }), plan('B', { total: euro(9) })]} />,
    );
    expect(rows()).toEqual([
      ['Tax', '€1.00 + $2.00', 'not stated'],
      ['Total', 'not stated', '€9.00'],
    ]);
  });

  it('show no amount for a plan without a price, whose lines are zero', () => {
    const dollars = (amount: number) => ({ amount, currency: 'CAD' });
    const zero = { title: 'Fare', kind: 'ACCOMMODATION_FARE', amount: dollars(0) };
    const days = [{ date: '2030-12-04', price: dollars(0) }];
    renderWithMain(
      <Chooser
        plans={[
          plan('Standard', { total: dollars(0), deposit: dollars(0), lines: [zero], days }),
          plan('Strict', { total: dollars(90), lines: [{ ...zero, amount: dollars(90) }] }),
        ]}
      />,
    );
    expect(rows()).toEqual([
      ['Accommodation', 'no price', 'CA$90.00'],
      ['Total', 'no price', 'CA$90.00'],
    ]);
  });

  it('are chosen by mouse and by keyboard', async () => {
    renderWithMain(<Chooser plans={PLANS} />);
    const group = screen.getByRole('radiogroup', { name: 'Rate plan' });
    const chosen = () => within(group).getByRole<HTMLInputElement>('radio', { checked: true }).value;
    await userEvent.click(within(group).getByText('Strict'));
    expect(chosen()).toBe('strict');
    await userEvent.tab();
    within(group).getByRole('radio', { name: 'Strict, €180.00, our sum' }).focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(chosen()).toBe('flexible');
  });

  it('of a quote that is no longer open cannot be chosen', () => {
    renderWithMain(<Chooser plans={PLANS} disabled />);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Strict/ }).disabled).toBe(true);
  });
});

it('one rate plan leaves its total to the lines below, which show it once', () => {
  renderWithMain(<Chooser plans={[plan('Only', { total: euro(12), isTotalOurs: true })]} />);
  expect(screen.getByRole('radio', { name: 'Only, €12.00, our sum' }).textContent).not.toContain('€12.00');
});
