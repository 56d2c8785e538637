/** The numbered lines of a text, rejoined where a terminal cut them. */

/** A line of a text: `number` counts from 0 in the pasted text; `sentAt` is the time before the line, in epoch ms. */
export interface TextLine {
  readonly text: string;
  readonly number: number;
  readonly sentAt: number | null;
}

/** The widths of terminals, at which a line is cut. */
const WIDTHS = [80, 100, 120, 132, 160];
const MIN_CUT = 2;

/** Joins lines that a terminal cut: several lines end at its width, and none is longer. */
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
