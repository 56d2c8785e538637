/** Matching of brackets in text that may be cut or broken. */

/** The index after the bracket that closes the one at `start`, or the end of the text. Brackets in strings do not count. */
export function endOfBracket(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth <= 0) return index + 1;
    }
  }
  return text.length;
}
