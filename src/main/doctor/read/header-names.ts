/** Corrects names of headers that OCR or people misspelt, such as "Authorizatlon" and "Content Type". */
import { folded } from './misread-signs.ts';

const KNOWN = [
  ...['Authorization', 'Content-Type', 'Content-Length', 'Accept', 'Host', 'User-Agent', 'Date', 'Server', 'Via'],
  ...['X-Request-Id', 'Retry-After', 'Location', 'WWW-Authenticate', 'Cache-Control', 'Connection'],
  ...[
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'X-RateLimit-Limit-Day',
    'X-RateLimit-Remaining-Day',
  ],
];

const BY_FOLD = new Map(KNOWN.map((name) => [folded(name), name]));

/** The known name that a name was misread from, else the name itself. */
export function headerName(name: string): string {
  const known = BY_FOLD.get(folded(name));
  return known === undefined || known.toLowerCase() === name.toLowerCase() ? name : known;
}
