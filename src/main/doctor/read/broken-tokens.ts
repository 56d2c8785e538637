/** Rejoins a token that a mail or chat program broke into lines, if the following lines contain only the rest of the token. */
import { MAX_LINE } from './limits.ts';

const OPEN_TOKEN = /(?:\bBearer|eyJ[\w.-]{16,})\s*$/;
const REST_OF_TOKEN = /^[\w.-]{10,}["'”’]?,?$/;

/** Joins tokens that line breaks split, each on its first line. The other lines become empty, so that line numbers stay the same. */
export function withoutTokenBreaks(all: readonly string[]): string[] {
  const lines = [...all];
  for (let at = 0; at < lines.length; at += 1) {
    let end = at;
    while (
      OPEN_TOKEN.test(lines[at] ?? '') &&
      (lines[at]?.length ?? 0) < MAX_LINE &&
      REST_OF_TOKEN.test(lines[end + 1]?.trim() ?? '')
    ) {
      end += 1;
      const line = lines[at] ?? '';
      lines[at] = `${line.trimEnd()}${/Bearer\s*$/.test(line) ? ' ' : ''}${lines[end]?.trim()}`;
      lines[end] = '';
    }
    at = end;
  }
  return lines;
}
