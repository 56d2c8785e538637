/** Every form in which an exchange is printed leads to the cause that the exchange itself leads to. */
import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { knownServices } from '../../../../../src/main/api/known-services.ts';
import { causeOf } from '../../../../../src/main/doctor/diagnose.ts';
import { readPasted } from '../../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../../src/main/doctor/read/report.ts';
import type { FailureCase } from '../../../../doctor/case.ts';
import { corpus } from '../../../../doctor/corpus/index.ts';
import { FORMS, HIDE_ANSWER_HEADERS, type Shown } from '../../../../doctor/forms.ts';
import { judge } from '../../../../doctor/measure.ts';

/** Opaque: the claims of a JWT would say more than the case. */
const TOKEN = 'Q7xk2vPz9rLm4tWb8nYc3sHd6fJg1aEu5oVi0qXy';
const READ_AT = Date.parse('2026-12-31T00:00:00Z');

const pairsOf = (headers: unknown): [string, string][] =>
  Array.isArray(headers) ? headers : Object.entries((headers ?? {}) as Record<string, string>);
const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Few forms show when a request was sent, so no clock can be compared. */
function withoutTimes(one: FailureCase): FailureCase {
  const { sentAt: _sentAt, ...request } = one.request ?? {};
  const headers = pairsOf(one.response?.headers).filter(([name]) => name.toLowerCase() !== 'date');
  return { ...one, request, ...(one.response ? { response: { ...one.response, headers } } : {}) };
}

/** What a form needs of a case; null where a case lacks it or says more than a form shows. */
function shownOf({ request, response, networkError, token, console: own }: FailureCase): Shown | null {
  if (networkError || token || own || !request?.url || !request.method || !response?.status) return null;
  // A message on the wire has no scheme, and a header that is broken has no form.
  if (!request.url.startsWith('https://') || response.body === undefined || response.body === '') return null;
  if (request.headers === undefined) return null;
  // A single header would not show that these are all.
  const common: [string, string][] = [
    ['Accept', '*/*'],
    ['User-Agent', 'client/1.0'],
  ];
  const given = pairsOf(request.headers);
  const added = common.filter(([name]) => !given.some(([other]) => other.toLowerCase() === name.toLowerCase()));
  const headers = [...added, ...given].map(([name, value]): [string, string] => [
    name,
    value.replaceAll('TOKEN', TOKEN),
  ]);
  if (headers.some(([, value]) => /[\r\n"'{}]/.test(value))) return null;
  const { url, method, body } = request;
  return {
    ...{ url, method, headers, body: body === undefined ? null : textOf(body) },
    ...{ status: response.status, reason: STATUS_CODES[response.status] ?? '' },
    ...{ answerHeaders: pairsOf(response.headers), answer: textOf(response.body) },
  };
}

/** Those of the sandbox are masked as the journal keeps them. */
const written = corpus().filter(({ name }) => !name.startsWith('sandbox:'));
const usable = written.map(withoutTimes).flatMap((one) => {
  const shown = shownOf(one);
  return shown ? [{ one, shown }] : [];
});
/** One of each cause, always the same. */
const cases = [...new Map(usable.map((each) => [each.one.cause, each])).values()];

const named = (text: string): string => {
  const { cases: found, succeeded } = reportOf(readPasted(text), knownServices(), READ_AT);
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
