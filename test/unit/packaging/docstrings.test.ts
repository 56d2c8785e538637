/** A docstring must begin with a subject or a verb: the check finds each other kind of beginning, and lets good ones pass. */
import { describe, expect, it } from 'vitest';
import { withoutSubject } from '../../../scripts/lib/docstrings.mjs';

const foundIn = (source: string) => withoutSubject(source).map(({ beginning }) => beginning);

describe('a docstring', () => {
  it.each([
    'Of a request, the time.',
    'Those that wait.',
    'What a plan needs.',
    'Where it begins; null without.',
    'Who asked for it.',
    'Whose texts they are.',
    'Which rows are drawn.',
    'That the quote was sent.',
    'It waits.',
    'its age in ms.',
    'They are kept.',
    'This is the list.',
    'Nothing is left of it.',
    'Everything about one key.',
    'One that was accepted.',
    'One of them as it was sent.',
    'One may be a folder.',
    'One; the others wait.',
  ])('may not begin like "%s"', (text) => {
    expect(foundIn(`/** ${text} */\nconst a = 1;`)).toEqual([text]);
    expect(foundIn(`const b = {\n  /**\n   * ${text}\n   * A second line.\n   */\n  c: 1,\n};`)).toHaveLength(1);
  });

  it.each([
    'The part of a limiter that a plan reads.',
    'Waits for a permit.',
    'Whether the circuit is closed.',
    'One page of results.',
    'One HTTP request on the wire.',
    'Offers of a quote.',
    'Thatched roofs of a listing.',
    '`null` for no answer.',
    'Italic texts.',
    'I/O of a file.',
  ])('may begin like "%s"', (text) => {
    expect(foundIn(`/** ${text} */\nconst a = 1;`)).toEqual([]);
  });

  it('is neither a comment nor a text within quotation marks', () => {
    expect(
      foundIn("/* What it is. */\n// Where it is.\nconst a = \"/** What */\"; const b = ['src/**', '*/What'];"),
    ).toEqual([]);
  });

  it('is reported with its line', () => {
    expect(withoutSubject('const a = 1;\n\n  /** What it is. */')).toEqual([{ line: 3, beginning: 'What it is.' }]);
  });
});
