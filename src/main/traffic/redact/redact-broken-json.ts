/** Redaction of JSON text that was cut or is broken: reads it piece by piece and blanks the values of secret names, to the end if need be. */
import { isSecretName, REDACTED } from './redact-keys.ts';

const NAME = /"((?:[^"\\]|\\.)*)"\s*:\s*/g;
const SIMPLE = /(?:"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[^\s,{}[\]"]+)/y;

/** The text with the values of secret names blanked; the rest is untouched. */
export function redactBrokenJson(text: string): string {
  let out = '';
  let from = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    if (!isSecretName(unescaped(match[1] ?? ''))) continue;
    const start = match.index + match[0].length;
    const end = endOfValue(text, start);
    out += `${text.slice(from, start)}"${REDACTED}"`;
    from = end;
    NAME.lastIndex = end;
  }
  return out + text.slice(from);
}

function unescaped(name: string): string {
  return name.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Where the value that starts at `start` ends: behind its closing quote or bracket, or at the end of the text. */
function endOfValue(text: string, start: number): number {
  const opening = text[start];
  if (opening !== '{' && opening !== '[') {
    SIMPLE.lastIndex = start;
    return start + (SIMPLE.exec(text)?.[0].length ?? 0);
  }
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
      if (depth === 0) return index + 1;
    }
  }
  return text.length;
}
