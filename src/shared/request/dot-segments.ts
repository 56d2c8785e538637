/** Paths that lead above themselves. */

/** A path that changes still after so many decodings is not understood. */
const MAX_DECODINGS = 5;

/**
 * Whether a path has a segment "." or "..", as it is or in an encoding that a server on its way may decode: `%2e`, `%252e`, `..%2f`, a backslash,
 * path parameters (`..;a`), and control characters between.
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
