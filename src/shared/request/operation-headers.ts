/** The headers that an operation may add to its requests. */

/**
 * The allowed headers. Every other header is refused, because a server or gateway may take the receiver, the method, the person or the length of
 * a request from headers that cannot all be listed (`X-Real-Host`, `X-HTTP-Method-Override`, `Cookie`). The app sets Authorization and User-Agent
 * itself.
 */
export const OPERATION_HEADERS: readonly string[] = [
  // What is sent, and what is wanted.
  ...['Accept', 'Accept-Language', 'Content-Language', 'Content-Type', 'Prefer'],
  // Versions of an API.
  ...['Accept-Version', 'Api-Version', 'X-Api-Version'],
  // Caches and conditions.
  ...['Cache-Control', 'If-Match', 'If-Modified-Since', 'If-None-Match', 'If-Unmodified-Since', 'Pragma'],
  // Names of a request, for support and for doing it once.
  ...['Idempotency-Key', 'Request-Id', 'Traceparent', 'Tracestate', 'X-Correlation-Id', 'X-Request-Id'],
];

const NAMES: ReadonlySet<string> = new Set(OPERATION_HEADERS.map((name) => name.toLowerCase()));

export const mayAddHeader = (name: string): boolean => NAMES.has(name.toLowerCase());
