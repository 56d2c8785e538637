/** Repairs damage by OCR and word wrap within a line or between two: lost blanks, an address that continues on the next line. */

const REASON =
  '(?: ?(?:Bad ?Request|Unauthori[sz]ed|Forbidden|Not ?Found|Too ?Many|Conflict|Internal|Bad ?Gateway|Service|Gateway))';
/** Matches a missing blank: "POSThttps://…" and "…/inquiry400 Bad Request". */
const GLUED_METHOD = /\b(GET|POST|PUT|PATCH|DELETE)(?=https?:\/\/)/g;
const GLUED_STATUS = new RegExp(String.raw`(https?:\/\/[^\s"'<>]{4,400}?[a-z])([45]\d\d)(?=${REASON})`, 'gi');
const OPEN_ADDRESS = /https?:\/\/[\w.-]{1,200}\/[^\s"'<>]{0,400}[a-z-]$/i;
const REST_OF_PATH = /^[a-z][a-z-]{0,40}(?:\/[\w.~%-]{1,80}){1,8}(?:\?[\w=&%.:-]{0,400})?$/;
const MAX_LINE = 2_000;

/** Repairs the lines. An address that continues on the next line is moved to its first line, so that all lines keep their numbers. */
export function withoutBreaks(lines: readonly string[]): string[] {
  const out = lines.map((line) =>
    line.length > MAX_LINE || !line.includes('://')
      ? line
      : line.replace(GLUED_METHOD, '$1 ').replace(GLUED_STATUS, '$1 $2'),
  );
  for (let at = 0; at + 1 < out.length; at += 1) {
    const [line = '', next = ''] = [out[at], out[at + 1]?.trim()];
    if (line.length < MAX_LINE && next !== '' && REST_OF_PATH.test(next) && OPEN_ADDRESS.test(line)) {
      out[at] = line + next;
      out[at + 1] = '';
    }
  }
  return withoutTokenBreaks(out);
}

const OPEN_TOKEN = /(?:\bBearer|eyJ[\w.-]{16,})\s*$/;
const REST_OF_TOKEN = /^[\w.-]{10,}["'”’]?,?$/;

/** A mail or a chat breaks the line of a token: its rest alone stands on the following lines. */
function withoutTokenBreaks(lines: string[]): string[] {
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
