/** Compares the parameters of a request with those of its operation: their names, the form of their values, and what is required. */

import type { CheckFinding } from '../../../shared/model/request-check.ts';
import type { KnownOperation, KnownParameter } from '../../../shared/request/known-operation.ts';
import { isPlainDate } from '../../../shared/time/plain-date.ts';
import { DAY_MS } from '../../../shared/time/units.ts';
import type { Facts } from '../facts/facts.ts';
import { jsonOf, recordOf } from '../facts/record-of.ts';
import type { FoundOperation } from './find-operation.ts';
import { parameterMeantBy } from './parameter-names.ts';
import { findingsOn } from './rule-findings.ts';

const MAX_NAMES = 40;
const MAX_NAME = 60;
const SOURCE = 'service.md §6.1, §6.2, §7.2, §8.2';

export interface Given {
  readonly name: string;
  readonly value: unknown;
}

/** The correction of one parameter. `to`: the right name, null when the name is right; `value`: the right value, null when the value is right. */
export interface ParameterChange {
  readonly from: string;
  readonly to: string | null;
  readonly value: string | null;
}

export interface CheckedParameters {
  readonly findings: readonly CheckFinding[];
  readonly changes: readonly ParameterChange[];
  /** Sentences about parts of the request that are not shown. */
  readonly unknown: readonly string[];
}

interface Pair extends Given {
  readonly known: KnownParameter;
}

export function checkParameters(
  facts: Facts,
  { variants }: FoundOperation,
  all: readonly KnownOperation[],
): CheckedParameters {
  const [operation] = variants;
  const sent = givenIn(facts, operation);
  if (sent === 'broken') return { findings: [BROKEN], changes: [], unknown: [] };
  if (sent === null)
    return { findings: [], changes: [], unknown: ['The body is not shown, so its fields are not checked.'] };
  const known = [...new Map(variants.flatMap((one) => one.body ?? one.query).map((one) => [one.name, one])).values()];
  const given = sent.slice(0, MAX_NAMES);
  const right = given.filter(({ name }) => known.some((one) => one.name === name));
  const open = known.filter((one) => !right.some(({ name }) => name === one.name));
  const wrong = given.filter((one) => !right.includes(one));
  const meant = wrong.map((one) => ({ one, is: parameterMeantBy(one.name, open, all) }));
  const pairs: Pair[] = [
    ...right.flatMap((one) => known.filter(({ name }) => name === one.name).map((is) => ({ ...one, known: is }))),
    ...meant.flatMap(({ one, is }) => (is === null ? [] : [{ ...one, known: is }])),
  ];
  const isEmpty = ({ value }: Given) => value === null || value === '';
  const missing = known.filter(
    (one) => one.required && !pairs.some((pair) => pair.known.name === one.name && !isEmpty(pair)),
  );
  const forms = pairs.filter((pair) => !isEmpty(pair)).flatMap((pair) => formOf(pair, facts.surroundings.readAt));
  return {
    findings: [
      ...meant.map(({ one, is }) => nameFinding(one.name, is, known, operation)),
      ...forms.map(({ finding }) => finding),
      ...order(pairs),
      ...missing.map((one) =>
        refused(
          `The field “${one.name}” is missing, and “${operation.title}” requires it.`,
          `Send “${one.name}”${EXAMPLES[one.format] ? `, ${EXAMPLES[one.format]}` : ''}.`,
        ),
      ),
    ],
    changes: changesOf(meant, forms),
    unknown: [],
  };
}

/** The parameters in the query, or in the body if the operation takes one; `broken` when the body cannot be parsed, null when it is not shown. */
function givenIn({ address, failure }: Facts, { body }: KnownOperation): readonly Given[] | 'broken' | null {
  if (body === null) return [...address.query].map(([name, value]) => ({ name, value }));
  const { requestBody } = failure;
  if (requestBody === null) return failure.requestHeadersKnown ? [] : null;
  if (requestBody.fields) return Object.entries(requestBody.fields).map(([name, value]) => ({ name, value }));
  const json = recordOf(jsonOf(requestBody.text));
  return json ? Object.entries(json).map(([name, value]) => ({ name, value })) : 'broken';
}

/** Writes a name from a request in quotation marks and cuts a long one. */
export const quoted = (name: string): string => `“${name.slice(0, MAX_NAME)}”`;

function nameFinding(
  name: string,
  is: KnownParameter | null,
  known: readonly KnownParameter[],
  { title, api }: KnownOperation,
): CheckFinding {
  if (is) return refused(`${quoted(name)} is no parameter of “${title}”.`, `Its name is ${quoted(is.name)}.`);
  const names = known.map((one) => one.name).join(', ');
  return doubtful(
    `${quoted(name)} is not documented for “${title}”${api === 'booking' ? ', and this API may refuse what it does not know' : ''}.`,
    names === '' ? 'No parameter is documented.' : `Documented are: ${names}.`,
  );
}

const refused = findingsOn('refused', 'wrongParameters', SOURCE);
const doubtful = findingsOn('doubtful', 'wrongParameters', SOURCE);
const BROKEN = doubtful(
  'The body cannot be read as a JSON object.',
  'Send a JSON object: names and texts stand in double quotation marks.',
);

const EXAMPLES: Partial<Record<KnownParameter['format'], string>> = {
  day: 'a day written YYYY-MM-DD',
  count: 'a whole number',
};

/** Whether a value is empty, masked, or a variable that stands for a value. */
const isHidden = (value: unknown): boolean =>
  typeof value === 'string' && /^\s*$|[[\]<>*…]|^\$|^%\w+%$|\{\{|^x{3,}$/i.test(value);

/** The findings about the form of a value, each with the corrected value if that is certain. */
function formOf(
  { name, value, known }: Pair,
  readAt: number | null,
): { finding: CheckFinding; name: string; value: string | null }[] {
  if (isHidden(value)) return [];
  const wrong = (text: string, right: string, written: string | null = null) => [
    { finding: refused(text, right), name, value: written },
  ];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  const isList = Array.isArray(value);
  switch (known.format) {
    case 'day': {
      if (text !== null && isPlainDate(text)) return past(known, name, text, readAt);
      const day = text === null ? null : dayIn(text);
      return wrong(
        `${quoted(name)} is not a day written YYYY-MM-DD.`,
        day === null ? 'Write the day as YYYY-MM-DD.' : `Write ${day}.`,
        day ?? 'YYYY-MM-DD',
      );
    }
    case 'count': {
      const isCount = text !== null && /^\d{1,9}$/.test(text);
      if (!isCount) return wrong(`${quoted(name)} is not a whole number.`, 'Write digits alone, such as 2.');
      return known.max !== undefined && Number(text) > known.max
        ? wrong(
            `${quoted(name)} is ${text}, and at most ${known.max} is accepted.`,
            `Send ${known.max} or less.`,
            `${known.max}`,
          )
        : [];
    }
    case 'number':
      if (text === null || text.trim() === '' || !Number.isFinite(Number(text)))
        return wrong(`${quoted(name)} is not a number.`, 'Write a number.');
      break;
    case 'list':
      if (!isList) return wrong(`${quoted(name)} is a list here.`, 'Send a JSON list, such as ["CODE"].');
      break;
    case 'text':
      if (isList)
        return wrong(`${quoted(name)} is a text here, not a list.`, 'Join the values with commas into one text.');
      break;
    case 'json':
      if (text === null || recordOf(jsonOf(text)) === null)
        return wrong(
          `${quoted(name)} is not a JSON object.`,
          `Send an object as text, such as {"checkIn":"YYYY-MM-DD"}.`,
        );
      break;
    case 'object':
      if (recordOf(value) === null) return wrong(`${quoted(name)} is not a JSON object.`, 'Send an object.');
  }
  return known.values && !known.values.some((one) => String(one) === text)
    ? wrong(`${quoted(name)} has a value that is not accepted.`, `Accepted are: ${known.values.join(', ')}.`)
    : [];
}

/** Returns the day that a text names with the year first, with or without a time; null for other forms, where day and month may be confused. */
function dayIn(text: string): string | null {
  const [, year, month = '', day = ''] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T ].*)?$/.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isPlainDate(written) ? written : null;
}

/** Reports a check-in on a day that was over in all time zones when the text was read. */
function past({ value }: KnownParameter, name: string, day: string, readAt: number | null) {
  const isFirst = value === 'checkIn';
  if (!isFirst || readAt === null || Date.parse(`${day}T00:00:00Z`) > readAt - 2 * DAY_MS) return [];
  const finding = doubtful(`${quoted(name)} is ${day}, which is past.`, 'Ask for a stay that has not begun.');
  return [{ finding, name, value: null }];
}

const RANGES = [
  ['checkIn', 'checkOut'],
  ['from', 'to'],
] as const;

function order(pairs: readonly Pair[]): CheckFinding[] {
  return RANGES.flatMap(([first, last]) => {
    const of = (value: string) => pairs.find(({ known }) => known.value === value);
    const [begin, end] = [of(first), of(last)];
    const days = [begin?.value, end?.value];
    if (!begin || !end || !days.every((day) => typeof day === 'string' && isPlainDate(day))) return [];
    const isStay = first === 'checkIn';
    if (isStay ? String(begin.value) < String(end.value) : String(begin.value) <= String(end.value)) return [];
    return [
      refused(`${quoted(end.name)} is not after ${quoted(begin.name)}.`, 'The first day comes before the last one.'),
    ];
  });
}

function changesOf(
  meant: readonly { one: Given; is: KnownParameter | null }[],
  forms: readonly { name: string; value: string | null }[],
): ParameterChange[] {
  const names = [
    ...new Set([...meant.flatMap(({ one, is }) => (is ? [one.name] : [])), ...forms.map(({ name }) => name)]),
  ];
  return names
    .map((from) => ({
      from,
      to: meant.find(({ one }) => one.name === from)?.is?.name ?? null,
      value: forms.find(({ name }) => name === from)?.value ?? null,
    }))
    .filter(({ to, value }) => to !== null || value !== null);
}
