/** Finds instants in a text, in the forms of standards, servers and shells. */

const ISO = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|\s?[+-]\d\d:?\d\d|\s?(?:UTC|GMT))?/;
const HTTP_DATE = /\b[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/;
/** Matches a date as the shell command `date` prints it. */
const SHELL_DATE = /\b[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d(?: [AP]M)? (?:UTC|GMT) \d{4}\b/;
const LONG_DATE = /\b\d{1,2} [A-Z][a-z]{2}[a-z]{0,6} \d{4},? \d\d:\d\d(?::\d\d)?(?: ?(?:UTC|GMT|Z))?/;
const INSTANTS = [HTTP_DATE, SHELL_DATE, ISO, LONG_DATE];
const EVERY_INSTANT = INSTANTS.map((pattern) => new RegExp(pattern, 'g'));

/** Finds the first instant in a text, in epoch ms; null without one. An instant without a time zone counts as UTC. */
export function instantIn(text: string): number | null {
  const [found] =
    INSTANTS.map((pattern) => pattern.exec(text))
      .filter((match) => match !== null)
      .sort((one, other) => one.index - other.index)[0] ?? [];
  if (found === undefined) return null;
  if (SHELL_DATE.test(found)) return Date.parse(found);
  const zoned = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/.test(found)
    ? found.replace(/\s?UTC$/, 'Z').replace(/(\d)\s([+-]\d\d)/, '$1$2')
    : `${found}Z`;
  const instant = Date.parse(
    ISO.test(found) ? zoned.replace(/^(\d{4}-\d\d-\d\d) /, '$1T') : zoned.replace(/Z$/, ' GMT'),
  );
  return Number.isNaN(instant) ? null : instant;
}

/** Finds the latest instant in some lines, in epoch ms; null without one. */
export function latestIn(lines: readonly string[]): number | null {
  const found = lines.flatMap((line) => {
    const times = EVERY_INSTANT.flatMap((pattern) => [...line.matchAll(pattern)]);
    return times.flatMap(([text]) => instantIn(text) ?? []);
  });
  return found.length === 0 ? null : Math.max(...found);
}
