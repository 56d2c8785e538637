/** Checks the input for a connection, with one sentence for each mistake. The forms and main use it. */
import type { InputIssue } from '../errors.ts';
import type { Addresses, AddressInputs, AddressKey } from '../model/connection.ts';
import { hasDotSegment } from '../request/dot-segments.ts';

export type Checked<Value> = { ok: true; value: Value } | { ok: false; message: string };

const valid = <Value>(value: Value): Checked<Value> => ({ ok: true, value });
const invalid = (message: string): { ok: false; message: string } => ({ ok: false, message });

/** The names of the four addresses, from service.md §1.3. */
export const ADDRESS_LABELS: Record<AddressKey, string> = {
  baseUrl: 'Open API address',
  authUrl: 'Open API token address',
  bookingBaseUrl: 'Booking Engine address',
  bookingAuthUrl: 'Booking Engine token address',
};

/**
 * Checks and normalises an address: https, without credentials, query, fragment, trailing slash, or a path that the operations add (service.md §1.2,
 * §1.4). Returns `null` for an empty text, which means "not used".
 */
export function checkAddress(key: AddressKey, text: string): Checked<string | null> {
  const trimmed = text.trim();
  if (trimmed === '') return valid(null);
  if (/^http:\/\//i.test(trimmed))
    return invalid('The service answers on HTTPS only; write https:// instead of http://.');
  if (/\s/.test(trimmed)) return invalid('The address has a space or line break in it; remove it.');
  if (!/^https:\/\//i.test(trimmed)) return invalid('Write the whole address, starting with https://.');
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    return invalid('This is not an address; it should look like https://api.example.com.');
  }
  if (url.username !== '' || url.password !== '')
    return invalid('The address has a user name or password in it; enter credentials in their own fields.');
  if (url.search !== '' || trimmed.includes('?')) return invalid('The address has a query (?…) in it; leave it out.');
  if (url.hash !== '' || trimmed.includes('#')) return invalid('The address has a fragment (#…) in it; leave it out.');
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/oauth2\/token$/i.test(path)) return invalid('Leave /oauth2/token out: the app adds it.');
  if (hasDotSegment(path)) return invalid('The path has . or .. as one of its parts; write it without them.');
  const isBase = key === 'baseUrl' || key === 'bookingBaseUrl';
  if (isBase && /\/v1$/i.test(path))
    return invalid('Leave /v1 out: the operations add it, and the path would have it twice.');
  return valid(`${url.origin}${path}`);
}

/** Checks all four addresses. Returns them normalised (null where one is empty or wrong), and the issues with paths `addresses.<key>`. */
export function checkAddresses(inputs: AddressInputs): { addresses: Addresses; issues: InputIssue[] } {
  const addresses: Addresses = { baseUrl: null, authUrl: null, bookingBaseUrl: null, bookingAuthUrl: null };
  const issues: InputIssue[] = [];
  for (const key of Object.keys(addresses) as AddressKey[]) {
    const checked = checkAddress(key, inputs[key]);
    if (checked.ok) addresses[key] = checked.value;
    else issues.push({ path: `addresses.${key}`, message: checked.message });
  }
  return { addresses, issues };
}

/** Matches invisible characters, such as control and format characters, which text copied from a page or a mail may contain. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** Checks a Client ID: not empty, no white space inside; surrounding white space is removed. */
export function checkClientId(text: string): Checked<string> {
  const trimmed = text.trim();
  if (trimmed === '') return invalid('Enter the Client ID.');
  if (/\s/.test(trimmed)) return invalid('The Client ID has a space or line break in it; copy it again without it.');
  if (INVISIBLE.test(trimmed)) return invalid('The Client ID has an invisible character in it; type it instead.');
  return valid(trimmed);
}

/** Checks a Client Secret. White space is rejected, not removed, because a wrong secret costs a refused token request. */
export function checkClientSecret(text: string): Checked<string> {
  if (text === '') return invalid('Enter the Client Secret.');
  if (text.trim() === '') return invalid('The Client Secret is only white space; paste it again.');
  if (/[\r\n]/.test(text))
    return invalid('The pasted Client Secret has a line break in it; paste it again as one line.');
  if (/^\s|\s$/.test(text)) return invalid('The pasted Client Secret starts or ends with a space; remove it.');
  if (/\s/.test(text)) return invalid('The pasted Client Secret has a space in it; paste it again without it.');
  if (INVISIBLE.test(text))
    return invalid('The pasted Client Secret has an invisible character in it; copy it from its source again.');
  if (/^bearer/i.test(text) || /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(text))
    return invalid('This looks like an access token, not a Client Secret; the secret belongs here.');
  if (/^[•*]+$/.test(text)) return invalid('This is a redacted secret (only dots or stars); paste the real one.');
  return valid(text);
}

/** Checks a name or label: 1 to 80 characters without surrounding white space. */
export function checkName(text: string, what: string): Checked<string> {
  const trimmed = text.trim();
  if (trimmed === '') return invalid(`Enter ${what}.`);
  if (trimmed.length > 80) return invalid(`Give ${what} at most 80 characters.`);
  return valid(trimmed);
}
