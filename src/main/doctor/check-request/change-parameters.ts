/** Writes the right names and values of parameters into the address and the body of a request. */
import { jsonOf, recordOf } from '../facts/record-of.ts';
import type { ParameterChange } from './check-parameters.ts';

export const withChanges = { inUrl, inBody };

/** The address with its parameters changed; the other ones stay as they are written. */
function inUrl(url: string, changes: readonly ParameterChange[]): string {
  const [, address = url, query, rest = ''] = /^([^?#]*)\?([^#]*)([\s\S]*)$/.exec(url) ?? [];
  if (query === undefined || changes.length === 0) return url;
  const parts = query.split('&').map((part) => {
    const [name = '', ...value] = part.split('=');
    const change = changes.find(({ from }) => from === decoded(name));
    if (!change) return part;
    return [change.to ?? name, change.value === null ? value.join('=') : encodeURIComponent(change.value)].join('=');
  });
  return `${address}?${parts.join('&')}${rest}`;
}

/** A body of JSON with its fields changed; any other body is returned as it is. */
function inBody(body: string | null, changes: readonly ParameterChange[]): string | null {
  if (body === null || changes.length === 0) return body;
  const fields = recordOf(jsonOf(body));
  if (fields === null) return body;
  const changed = Object.entries(fields).map(([name, value]) => {
    const change = changes.find(({ from }) => from === name);
    return [change?.to ?? name, change?.value ?? value];
  });
  return JSON.stringify(Object.fromEntries(changed));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
