/** Writes a sentence for each mistake of an input that does not fit its schema. A sentence names the field and never quotes a value. */
import type { z } from 'zod';
import type { InputIssue } from '../errors.ts';
import { quotedName } from '../text/quoted-name.ts';
import { countText } from '../time/text-formats.ts';

/** The maximum number of issues of an input; further ones are left out. */
const MAX_ISSUES = 5;

/** Returns the first issues of an input that does not fit its schema. `whole` is the subject of a sentence about the input as a whole. */
export const inputIssuesOf = (error: z.ZodError, whole = 'The input'): InputIssue[] =>
  error.issues.slice(0, MAX_ISSUES).map((issue) => {
    const path = issue.path.map(String).join('.');
    return { path, message: `${path === '' ? whole : quotedName(path)} ${problemOf(issue)}.` };
  });

function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? 'of another type'}`;
    case 'too_big':
      return isSized(issue.origin)
        ? `may have at most ${count(issue.maximum, issue.origin)}`
        : `must be at most ${number(issue.maximum)}`;
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return isSized(issue.origin)
        ? `must have at least ${count(issue.minimum, issue.origin)}`
        : `must be at least ${number(issue.minimum)}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `must not have the field ${quotedName(issue.keys[0] ?? '')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${number(issue.divisor)}`;
    case 'invalid_union':
      return 'must have one of the known forms';
    default:
      // Messages that begin with "must" come from schemas of this project; others are zod's own, which are written for developers.
      return issue.message.startsWith('must ') ? issue.message : 'is not valid';
  }
}

const TYPES: Readonly<Partial<Record<string, string>>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a group of fields',
  record: 'a map',
  null: 'empty (null)',
};

const isSized = (origin: string): boolean => origin === 'string' || origin === 'array';
const number = (value: number | bigint): string => countText(value);

function count(value: number | bigint, origin: string): string {
  const noun = origin === 'string' ? 'character' : 'entr';
  const [one, many] = origin === 'string' ? ['', 's'] : ['y', 'ies'];
  return `${number(value)} ${noun}${Number(value) === 1 ? one : many}`;
}
