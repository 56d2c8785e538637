/** Every form in which an exchange is printed leads to the cause that the exchange itself leads to. */
import { describe, expect, it } from 'vitest';
import { knownServices } from '../../../../../src/main/api/known-services.ts';
import { causeOf } from '../../../../../src/main/doctor/diagnose.ts';
import { readPasted } from '../../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../../src/main/doctor/read/report.ts';
import { FORMS, HIDE_ANSWER_HEADERS } from '../../../../doctor/forms.ts';
import { judge } from '../../../../doctor/measure.ts';
import { shownCases, TOKEN } from '../../../../doctor/shown-cases.ts';

const READ_AT = Date.parse('2026-12-31T00:00:00Z');

/** One of each cause, always the same. */
const cases = [...new Map(shownCases.map((each) => [each.one.cause, each])).values()];

const named = (text: string): string => {
  // The readers are tested, not the judge of words.
  const { cases: found, succeeded } = reportOf({ ...readPasted(text), marks: null }, knownServices(), READ_AT);
  const [first] = found;
  return first ? causeOf(first.diagnosis) : succeeded > 0 ? 'nothingWrong' : 'notEnough';
};

describe('the forms of an exchange', () => {
  const expected = judge(cases.map(({ one }) => one)).map(({ named: cause }) => cause);

  const withoutHeaders = judge(
    cases.map(({ one }) => ({ ...one, response: { ...one.response, headers: undefined } })),
  ).map(({ named: cause }) => cause);

  it('cover most causes', () => {
    expect(cases.length).toBeGreaterThanOrEqual(20);
    expect(Object.keys(FORMS).length).toBeGreaterThanOrEqual(20);
  });

  /** Every third cause in each form, others in the next: together they meet every cause in many forms. */
  it.each(Object.entries(FORMS).map(([name, render], at) => ({ name, render, at })))(
    '$name',
    ({ name, render, at }) => {
      const right = HIDE_ANSWER_HEADERS.has(name) ? withoutHeaders : expected;
      const lost = cases.flatMap(({ one, shown }, index) => {
        if ((index + at) % 3 !== 0) return [];
        const found = named(render(shown));
        return found === right[index] ? [] : [`${one.name}: ${right[index]} → ${found}`];
      });
      expect(lost).toEqual([]);
    },
  );

  it.each(Object.entries(FORMS))('%s shows no token', (_name, render) => {
    for (const { shown } of cases.slice(0, 3))
      expect(JSON.stringify(reportOf(readPasted(render(shown)), knownServices(), READ_AT))).not.toContain(TOKEN);
  });
});
