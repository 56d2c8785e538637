/** Recognises the words by which a browser refuses a request, or keeps its answer from the page (Chromium, Firefox, Safari). */

const REFUSALS = [
  /blocked by CORS policy|Cross-Origin Request Blocked|Same Origin Policy disallows/i,
  /not allowed by Access-Control-Allow-Origin|due to access control checks/i,
  /CORS (?:error|request|preflight|header)|No ['’]Access-Control-Allow-Origin['’] header/i,
  /Mixed Content: |blocked:mixed-content|active mixed content/i,
  /violates the following Content Security Policy|blocked:csp|csp-violation|Refused to connect to/i,
  /\(connect-src\)|["']connect-src["']/,
  /ERR_BLOCKED_BY_(?:CLIENT|RESPONSE|ORB)|NS_ERROR_BLOCKED_BY_POLICY|NS_ERROR_DOM_BAD_URI/,
];

/** Finds the words by which a browser says that it refused a request or withheld its answer; null without such words. */
export const browserRefusal = (text: string): string | null =>
  REFUSALS.map((pattern) => pattern.exec(text)?.[0] ?? null).find((words) => words !== null) ?? null;
