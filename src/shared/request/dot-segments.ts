/** Detects paths with "." or ".." segments, which may lead to another place on a server. */

/** The number of decodings after which a path that still changes counts as unsafe. */
const MAX_DECODINGS = 5;

/** True for a path with a segment "." or "..", also as a server may decode it: `%2e`, `%252e`, `..%2f`, `..\`, `..;a`, control characters. */
export function hasDotSegment(path: string): boolean {
  // Most paths have neither a dot nor an escape.
  if (!/[.%]/.test(path)) return false;
  let text = path;
  for (let decodings = 0; decodings <= MAX_DECODINGS; decodings += 1) {
    if (segmentsOf(text).some((segment) => segment === '.' || segment === '..')) return true;
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

const segmentsOf = (path: string): string[] =>
  path.split(/[/\\]/).map((segment) => segment.replace(/[;?#].*$/s, '').replace(/\p{Cc}/gu, ''));
