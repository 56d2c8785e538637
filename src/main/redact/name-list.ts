/** Lists of names, written as words between spaces. */

/** Splits a text into words and expands alternatives in braces: `guest{,s}` becomes `guest` and `guests`. */
export const words = (text: string): string[] => text.trim().split(/\s+/).flatMap(writtenOut);

function writtenOut(word: string): string[] {
  const [whole, before = '', inside = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(word) ?? [];
  return whole === undefined
    ? [word]
    : inside.split(',').flatMap((one) => writtenOut(after).map((rest) => `${before}${one}${rest}`));
}

/** Makes a test for membership in a list of names. A star at the beginning or end of a name matches any letters. */
export function nameList(text: string): (name: string) => boolean {
  const all = words(text);
  const [ends, others] = parted(all, (word) => word.startsWith('*') && !word.endsWith('*'));
  const [whole, open] = parted(others, (word) => !word.includes('*'));
  const [begins, within] = parted(open, (word) => !word.startsWith('*'));
  const names = new Set(whole);
  const endings = new Set(ends.map((word) => word.slice(1)));
  const beginnings = begins.map((word) => word.slice(0, -1));
  const parts = within.map((word) => word.slice(1, -1));
  return (name) =>
    names.has(name) ||
    (endings.size > 0 && [...name].some((_, at) => endings.has(name.slice(at)))) ||
    beginnings.some((word) => name.startsWith(word)) ||
    parts.some((word) => name.includes(word));
}

function parted(all: readonly string[], isFirst: (word: string) => boolean): [first: string[], second: string[]] {
  return [all.filter(isFirst), all.filter((word) => !isFirst(word))];
}
