import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupFacts, titleOf } from '../../../../src/renderer/features/listings/drawer/group-facts.ts';
import { headersOf } from '../../../../src/renderer/features/listings/field-names.ts';
import { progressText, remainingText } from '../../../../src/renderer/features/listings/loading/load-state.tsx';
import { shownColumns } from '../../../../src/renderer/features/listings/table/column-choice.ts';
import { PAGE_ROWS, pagesBetween } from '../../../../src/renderer/ui/virtual-table/use-row-pages.ts';
import type { Fact } from '../../../../src/shared/model/field.ts';
import { COLUMNS, statusOf } from './listings-answers.ts';

describe('pagesBetween', () => {
  it('covers every row in view and no page beyond', () => {
    fc.assert(
      fc.property(fc.nat(50_000), fc.nat(60), (first, more) => {
        const pages = pagesBetween(first, first + more);
        for (const index of [first, first + more]) expect(pages).toContain(Math.floor(index / PAGE_ROWS));
        expect(pages.length).toBeLessThanOrEqual(2);
      }),
    );
  });
});

describe('shownColumns', () => {
  it('shows the suggested columns without a choice, and never repeats the title', () => {
    expect(shownColumns(COLUMNS, null, 'title').map((column) => column.path)).toEqual(['city', 'accommodates']);
    expect(shownColumns(COLUMNS, ['timezone', 'gone'], 'title').map((column) => column.path)).toEqual(['timezone']);
  });
});

describe('headersOf', () => {
  const named = (path: string, title: string) => ({ path, title, kind: 'text' as const, coverage: 1, suggested: true });
  it('shortens titles that stay unique', () => {
    const heads = headersOf([
      named('prices.base', 'Prices · Base'),
      named('a.city', 'A · City'),
      named('b.city', 'B · City'),
    ]);
    expect([...heads.values()]).toEqual(['Base', 'A · City', 'B · City']);
  });
});

describe('groupFacts', () => {
  const fact = (path: string, kind: Fact['kind'] = 'text'): Fact => ({ path, title: path, kind, value: 'x' });
  it('groups facts by their object', () => {
    const groups = groupFacts([
      fact('beds'),
      fact('prices.base'),
      fact('prices.fee'),
      fact('sole.one'),
      fact('p', 'picture'),
    ]);
    expect(groups.map((group) => [group.title, group.facts.map((one) => one.path)])).toEqual([
      ['Listing', ['beds', 'sole.one']],
      ['Prices', ['prices.base', 'prices.fee']],
    ]);
  });
  it('makes readable group titles', () => {
    expect(titleOf('publicDescription')).toBe('Public description');
    expect(titleOf('check_in-rules')).toBe('Check in rules');
  });
});

describe('progressText', () => {
  it('shows a total and an estimate only if they are known', () => {
    expect(progressText(statusOf({ loaded: 300 }))).toBe('300 loaded');
    expect(progressText(statusOf({ loaded: 300, expected: 900 }))).toBe('300 of 900 loaded');
    expect(progressText(statusOf({ loaded: 300, expected: 900, estimateMs: 400 }))).toContain('about 1 s left');
  });
});

describe('remainingText', () => {
  it('distinguishes new listings from those of the previous load', () => {
    expect(remainingText(0, 0)).toBe('Nothing was loaded.');
    expect(remainingText(40, 40)).toBe('40 listings loaded so far are kept.');
    expect(remainingText(40, 240)).toBe('The 240 listings of the previous load are still shown.');
  });
});
