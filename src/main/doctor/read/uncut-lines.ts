/** The lines of a text with their numbers, and whole again where a terminal cut them. */

/** A line of a text: `number` counts from 0 in what was pasted, `sentAt` is the time that stood before it, in epoch ms. */
export interface TextLine {
  readonly text: string;
  readonly number: number;
  readonly sentAt: number | null;
}

/** Widths of terminals, which cut a line there and go on in the next. */
const WIDTHS = [80, 100, 120, 132, 160];
const MIN_CUT = 2;

/** Joins lines that a terminal cut: several end at its width, and none is longer. */
export function uncut(lines: readonly TextLine[]): TextLine[] {
  const longest = lines.reduce((most, { text }) => Math.max(most, text.length), 0);
  const isCut = ({ text }: TextLine): boolean => text.length === longest && !/^[\s|+=_*#-]+$/.test(text);
  if (!WIDTHS.includes(longest) || lines.filter(isCut).length < MIN_CUT) return [...lines];
  const out: TextLine[] = [];
  let isOpen = false;
  for (const line of lines) {
    const last = out.at(-1);
    if (isOpen && last) out[out.length - 1] = { ...last, text: last.text + line.text };
    else out.push(line);
    isOpen = isCut(line);
  }
  return out;
}
