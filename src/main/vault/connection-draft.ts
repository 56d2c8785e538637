/** Reads an environment or a collection of Postman, Insomnia, Bruno or Yaak as the draft of a connection: hosts and Client IDs, and no secret. */
import { AppError } from '../../shared/app-error.ts';
import { checkAddress, checkClientId } from '../../shared/connection/connection-input.ts';
import type { AddressInputs, AddressKey } from '../../shared/model/connection.ts';
import type { ConnectionDraft, DraftFormat } from '../../shared/model/connection-draft.ts';
import type { Preset } from '../../shared/model/operation.ts';
import { plainLine } from '../../shared/text/isolated-text.ts';
import { jsonOrNull } from '../../shared/text/json-or-null.ts';
import { readChosen } from '../platform/open-to-read.ts';
import { storageFailed } from '../platform/storage-failed.ts';

const MAX_BYTES = 20_000_000;
const MAX_DEPTH = 60;
const MAX_PAIRS = 100_000;
const MAX_NAME = 60;
/** The length above which a value is no address and no Client ID. */
const MAX_VALUE = 2_000;

/** A name and its value, such as a variable of an environment or a field of OAuth 2.0. One that is not on is switched off in the file. */
interface Pair {
  readonly name: string;
  readonly value: string;
  readonly isOn: boolean;
}

/** Reads a chosen file. Throws `invalidInput` for a file of another kind, and `storageFailed` when it cannot be read. */
export async function readDraft(path: string, presets: readonly Preset[]): Promise<ConnectionDraft> {
  const bytes = await readChosen(path, MAX_BYTES).catch((error: unknown) => {
    throw storageFailed('The file', error, 'read');
  });
  const draft = typeof bytes === 'string' ? null : draftOf(bytes.toString(), presets);
  if (draft === null)
    throw new AppError('invalidInput', {
      issues: [
        {
          path: 'file',
          message:
            'This is no environment or collection of Postman, Insomnia, Bruno or Yaak with an address or a Client ID.',
        },
      ],
    });
  return { ...draft, file: path };
}

/** The draft that a text has; `null` for one of another kind, and for one that says nothing about an account. */
export function draftOf(text: string, presets: readonly Preset[]): Omit<ConnectionDraft, 'file'> | null {
  const parsed = jsonOrNull(text);
  const format = parsed === null ? formatOfText(text) : formatOf(parsed);
  if (format === null) return null;
  const found: Pair[] = [];
  if (parsed === null) pairsInText(text, found);
  else pairsIn(parsed, found);
  const variables = new Map<string, string>();
  for (const { name, value, isOn } of found)
    if (isOn && value !== '' && !variables.has(name)) variables.set(name, value);
  const filled = found.map((pair): Pair => ({ ...pair, value: filledIn(pair.value, variables) }));
  const named = (end: string) => filled.filter(({ name, value }) => wordOf(name).endsWith(end) && isFilled(value));
  // A secret that is switched off stands in the file, too.
  const secrets = new Set(named('clientsecret').map(({ value }) => value));
  const pairs = filled.filter(({ isOn }) => isOn);
  const addresses = addressesIn(pairs);
  const isGuesty = presets.some((one) => one.id === 'guesty' && isOf(one, pairs));
  const clients = named('clientid').flatMap(({ name, value, isOn }) => {
    const checked = checkClientId(value);
    // A secret in the place of an ID must not leave this function either.
    return isOn && checked.ok && !secrets.has(value) ? [{ value: checked.value, isBooking: isBooking(name) }] : [];
  });
  const isOnlyBooking = addresses.bookingBaseUrl !== '' && addresses.baseUrl === '';
  const find = (booking: boolean): string | null =>
    clients.find((one) => (one.isBooking || isOnlyBooking) === booking)?.value ?? null;
  const hasNoAddress = Object.values(addresses).every((one) => one === '');
  if (clients.length === 0 && !isGuesty && hasNoAddress) return null;
  return {
    format,
    name: plainLine(nameIn(parsed) ?? '').slice(0, MAX_NAME),
    presetId: isGuesty ? 'guesty' : hasNoAddress ? null : 'custom',
    addresses: isGuesty || hasNoAddress ? null : addresses,
    ...{ openApiClientId: find(false), applicationClientId: find(true), secretsInFile: secrets.size },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The client that writes this kind of JSON. */
function formatOf(parsed: unknown): DraftFormat | null {
  if (!isObject(parsed)) return null;
  const { info, resources, values, items, environments } = parsed;
  if ('_postman_variable_scope' in parsed || (Array.isArray(values) && '_postman_exported_at' in parsed))
    return 'Postman';
  if (isObject(info) && String(info.schema).includes('getpostman.com')) return 'Postman';
  if ('__export_format' in parsed) return 'Insomnia';
  if ('yaakSchema' in parsed && isObject(resources)) return 'Yaak';
  return Array.isArray(items) && (Array.isArray(environments) || 'brunoConfig' in parsed) ? 'Bruno' : null;
}

/** Recognises the format of a text that is not JSON: Insomnia's YAML (since its format 5), or the blocks of Bruno's own language. */
function formatOfText(text: string): DraftFormat | null {
  if (/^type: \S*insomnia\.rest\/5/m.test(text)) return 'Insomnia';
  return /^(?:vars|auth|meta|get|post|headers)(?::[\w-]+)? \{$/m.test(text) ? 'Bruno' : null;
}

function nameIn(parsed: unknown): string | null {
  if (!isObject(parsed)) return null;
  const { name, info, resources } = parsed;
  if (typeof name === 'string') return name;
  if (isObject(info) && typeof info.name === 'string') return info.name;
  const all = isObject(resources) ? resources.workspaces : resources;
  const workspace = Array.isArray(all)
    ? all.find((one) => isObject(one) && (one._type ?? 'workspace') === 'workspace')
    : null;
  return isObject(workspace) && typeof workspace.name === 'string' ? workspace.name : null;
}

/** Collects pairs of `key` or `name` with `value`, and fields with a text. */
function pairsIn(value: unknown, pairs: Pair[], depth = 0, isOn = true): void {
  if (depth > MAX_DEPTH || pairs.length > MAX_PAIRS || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) pairsIn(one, pairs, depth + 1, isOn);
    return;
  }
  if (!isObject(value)) return;
  const on = isOn && value.enabled !== false && value.disabled !== true;
  const name = value.key ?? value.name;
  if (typeof name === 'string' && typeof value.value === 'string') addPair(name, value.value, on, pairs);
  for (const [field, one] of Object.entries(value))
    if (typeof one === 'string') addPair(field, one, on, pairs);
    else pairsIn(one, pairs, depth + 1, on);
}

function addPair(name: string, value: string, isOn: boolean, pairs: Pair[]): void {
  if (value.length <= MAX_VALUE) pairs.push({ name, value: value.trim(), isOn });
}

/** Collects the pairs of Bruno's blocks and of YAML, where `name` and `value` may stand on two lines. A name after a tilde is switched off. */
function pairsInText(text: string, pairs: Pair[]): void {
  let named = '';
  for (const line of text.split(/\r?\n/).slice(0, MAX_PAIRS)) {
    const [, off, name, written = ''] = /^\s*(?:- )?(~?)["']?([\w.-]+)["']?:[ \t]+(\S.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const value = written.trim().replace(/^(["'])(.*)\1$/, '$2');
    addPair(name, value, off === '', pairs);
    // Whether such a pair is switched off stands on a third line: it only counts as a secret.
    if (name === 'value') addPair(named, value, false, pairs);
    if (name === 'name') named = value;
  }
}

/** Fills in variables, as the four clients write them: `{{name}}`, `{{ _.name }}` and `${[ name ]}`; empty when the result is too long for a value. */
function filledIn(text: string, variables: ReadonlyMap<string, string>): string {
  let filled = text;
  for (let round = 0; round < 5 && /\{\{|\$\{\[/.test(filled); round += 1) {
    let length = filled.length;
    filled = filled.replace(
      /\{\{\s*(?:_\.)?([\w.-]+)\s*\}\}|\$\{\[\s*([\w.-]+)\s*\]\}/g,
      (whole, one?: string, other?: string) => {
        const value = variables.get(one ?? other ?? '') ?? whole;
        length += value.length - whole.length;
        return length > MAX_VALUE ? whole : value;
      },
    );
    if (length > MAX_VALUE) return '';
  }
  return filled;
}

const isFilled = (value: string): boolean => value !== '' && !/\{\{|\$\{\[|\{%/.test(value);
const wordOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const isBooking = (text: string): boolean => /booking|(?:^|[^a-z])be(?:[^a-z]|$)/i.test(text);

/** Whether any address belongs to a preset. */
function isOf({ addresses }: Preset, pairs: readonly Pair[]): boolean {
  const hosts = new Set(Object.values(addresses).flatMap(({ value }) => (value === null ? [] : [new URL(value).host])));
  return pairs.some(({ value }) => /^https:/i.test(value) && URL.canParse(value) && hosts.has(new URL(value).host));
}

/** The four addresses, as far as the file names them; a request names the one before /v1. */
function addressesIn(pairs: readonly Pair[]): AddressInputs {
  const found: AddressInputs = { baseUrl: '', authUrl: '', bookingBaseUrl: '', bookingAuthUrl: '' };
  for (const { name, value } of pairs) {
    if (!/^https:\/\//i.test(value) || !isFilled(value) || !URL.canParse(value)) continue;
    const { origin, hostname, pathname } = new URL(value);
    const path = pathname.replace(/\/+$/, '');
    const token = /^(.*)\/oauth2\/token$/i.exec(path);
    const beforeVersion = /^(.*?)\/v1(?:\/|$)/i.exec(path);
    const isVariable = !['raw', 'url', 'href', 'schema'].includes(name);
    const root = token?.[1] ?? beforeVersion?.[1] ?? (isVariable ? path : null);
    if (root === null || root === undefined) continue;
    const booking = isBooking(name) || isBooking(hostname);
    const auth = token !== null || /auth|token/i.test(name);
    const key: AddressKey = booking ? (auth ? 'bookingAuthUrl' : 'bookingBaseUrl') : auth ? 'authUrl' : 'baseUrl';
    const checked = checkAddress(key, `${origin}${root}`);
    if (found[key] === '' && checked.ok && checked.value !== null) found[key] = checked.value;
  }
  return found;
}
