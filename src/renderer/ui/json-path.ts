/** The path of a value in a JSON document, as a person writes it: `results[3].rates.money`. */

/** The names and indexes that lead from the root of a document to a value. */
export type JsonSteps = readonly (string | number)[];

const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Writes the path as text; "" for the root. A name that is no identifier is quoted: `rates["per night"]`. */
export const pathText = (steps: JsonSteps): string => steps.reduce<string>(pathOfChild, '');

/** Returns the path of a child of the value at `path`. */
export function pathOfChild(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  if (!PLAIN_NAME.test(step)) return `${path}[${JSON.stringify(step)}]`;
  return path === '' ? step : `${path}.${step}`;
}

interface Container {
  /** The index of the current item; null in an object. */
  index: number | null;
  /** The name of the current member; null before the first one. */
  name: string | null;
}

/**
 * Returns the steps to the value at an offset of a JSON text, which may be cut off. Returns no steps for a text that begins with neither an array nor
 * an object.
 */
export function stepsAt(text: string, offset: number): JsonSteps {
  if (!/^\s*[[{]/.test(text)) return [];
  const stack: Container[] = [];
  let at = 0;
  while (at <= offset && at < text.length) {
    const sign = text[at];
    const inside = stack.at(-1);
    if (sign === '"') {
      const end = endOfString(text, at);
      if (inside && inside.index === null && isName(text, end)) inside.name = parsedName(text.slice(at, end));
      at = end;
      continue;
    }
    if (sign === '{') stack.push({ index: null, name: null });
    else if (sign === '[') stack.push({ index: 0, name: null });
    else if (sign === '}' || sign === ']') stack.pop();
    else if (sign === ',' && inside && inside.index !== null) inside.index += 1;
    at += 1;
  }
  return stack.map(({ index, name }) => index ?? name).filter((step) => step !== null);
}

/** Returns the offset after the string that begins at `start`, or the end of the text for an unclosed string. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}

const isName = (text: string, end: number): boolean => /^\s*:/.test(text.slice(end, end + 20));

function parsedName(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}
