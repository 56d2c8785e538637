/** The headers that an operation may add to its requests. */

/**
 * The only headers that an operation may add. Servers and gateways take host, method, user or length from other headers (`X-Real-Host`, `Cookie`),
 * and no list of those is complete. The app itself sets Authorization and User-Agent.
 */
export const OPERATION_HEADERS: readonly string[] = [
  // Formats and languages of the request and of its answer.
  ...['Accept', 'Accept-Language', 'Content-Language', 'Content-Type', 'Prefer'],
  // Versions of the API.
  ...['Accept-Version', 'Api-Version', 'X-Api-Version'],
  // Caching, and conditions for the answer.
  ...['Cache-Control', 'If-Match', 'If-Modified-Since', 'If-None-Match', 'If-Unmodified-Since', 'Pragma'],
  // Identifiers of the request.
  ...['Idempotency-Key', 'Request-Id', 'Traceparent', 'Tracestate', 'X-Correlation-Id', 'X-Request-Id'],
];

const NAMES: ReadonlySet<string> = new Set(OPERATION_HEADERS.map((name) => name.toLowerCase()));

export const mayAddHeader = (name: string): boolean => NAMES.has(name.toLowerCase());
