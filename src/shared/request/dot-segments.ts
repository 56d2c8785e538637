/** Detects paths that lead above themselves. */

/** The number of decodings; a path that still changes then is treated as unsafe. */
const MAX_DECODINGS = 5;

/**
 * Whether a path has a segment "." or "..", plain or in an encoding that a server on the way may decode: `%2e`, `%252e`, `..%2f`, a backslash,
 * path parameters (`..;a`), and control characters in between.
 */
export function hasDotSegment(path: string): boolean {
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
