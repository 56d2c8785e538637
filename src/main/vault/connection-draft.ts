/** Reads an environment or a collection of Postman, Insomnia, Bruno or Yaak as the draft of a connection: hosts, Client IDs and secrets. */
/// <reference path="./js-yaml.d.ts" />
import { JSON_SCHEMA, load } from 'js-yaml';
import { invalidInput } from '../../shared/app-error.ts';
import { ADDRESS_KEYS } from '../../shared/connection/account.ts';
import { checkAddress, checkClientId, checkClientSecret } from '../../shared/connection/connection-input.ts';
import type { AddressInputs, AddressKey } from '../../shared/model/connection.ts';
import type { ConnectionDraft, DraftFormat } from '../../shared/model/connection-draft.ts';
import type { Preset } from '../../shared/model/operation.ts';
import { plainLine } from '../../shared/text/isolated-text.ts';
import { jsonOrNull } from '../../shared/text/json-or-null.ts';
import { readChosen } from '../platform/open-to-read.ts';
import { storageFailed } from '../platform/storage-failed.ts';
import type { DraftSecret } from './draft-secrets.ts';
import { Secret } from './secret.ts';

const MAX_BYTES = 20_000_000;
/** The maximum length of a YAML text, which the main thread reads within a second. */
const MAX_YAML_CHARACTERS = 2_000_000;
const MAX_DEPTH = 60;
/** The maximum number of values in a file. An alias of YAML repeats the values that it stands for. */
const MAX_VALUES = 200_000;
const MAX_NAME = 60;
/** The maximum length of a value; a longer one is neither an address nor a Client ID. */
const MAX_VALUE = 2_000;

/** A name and its value, such as a variable of an environment or a field of OAuth 2.0. `isOn` is false when the file switches it off. */
interface Pair {
  readonly name: string;
  readonly value: string;
  readonly isOn: boolean;
}

/** A connection's draft as main reads it from a file, with the client secrets in the file. The window gets references to them instead. */
export interface DraftWithSecrets extends Omit<ConnectionDraft, 'openApiSecret' | 'applicationSecret'> {
  readonly secrets: { readonly openApi: DraftSecret | null; readonly application: DraftSecret | null };
}

/** Reads a connection's draft from a chosen file. Throws `invalidInput` for a file of another kind, and `storageFailed` when it cannot be read. */
export async function readDraft(path: string, presets: readonly Preset[]): Promise<DraftWithSecrets> {
  const bytes = await readChosen(path, MAX_BYTES).catch((error: unknown) => {
    throw storageFailed('The file', error, 'read');
  });
  const draft = typeof bytes === 'string' ? null : draftOf(bytes.toString(), presets);
  if (draft === null)
    throw invalidInput(
      'file',
      'This is no environment or collection of Postman, Insomnia, Bruno or Yaak with an address or a Client ID.',
    );
  return { ...draft, file: path };
}

/**
 * Makes a connection's draft from the text of a file; `null` for a file of another kind or without an account. Throws `invalidInput` for a text that
 * is too large or has too many values.
 */
export function draftOf(text: string, presets: readonly Preset[]): Omit<DraftWithSecrets, 'file'> | null {
  const isBlocks = BRUNO_BLOCK.test(text);
  const parsed = isBlocks ? null : (jsonOrNull(text) ?? yamlOrNull(text));
  const format = isBlocks ? 'Bruno' : formatOf(parsed);
  if (format === null) return null;
  const found = isBlocks ? pairsInBlocks(text) : pairsIn(parsed);
  const variables = new Map<string, string>();
  for (const { name, value, isOn } of found)
    if (isOn && value !== '' && !variables.has(name)) variables.set(name, value);
  const filled = found.map((pair): Pair => ({ ...pair, value: filledIn(pair.value, variables) }));
  const named = (end: string) => filled.filter(({ name, value }) => wordOf(name).endsWith(end) && isFilled(value));
  // A secret that is switched off stands in the file, too.
  const secrets = new Set(named('clientsecret').map(({ value }) => value));
  const pairs = filled.filter(({ isOn }) => isOn);
  const addresses = addressesIn(pairs);
  const guesty = presets.find((one) => one.id === 'guesty' && isOf(one, pairs));
  const isGuesty = guesty !== undefined;
  const clients = named('clientid').flatMap(({ name, value, isOn }) => {
    const checked = checkClientId(value);
    // A secret in the place of an ID must not leave this function either.
    return isOn && checked.ok && !secrets.has(value) ? [{ value: checked.value, isBooking: isBooking(name) }] : [];
  });
  const isOnlyBooking = addresses.bookingBaseUrl !== '' && addresses.baseUrl === '';
  const idsOf = (booking: boolean) => [
    ...new Set(clients.filter((one) => (one.isBooking || isOnlyBooking) === booking).map(({ value }) => value)),
  ];
  const find = (booking: boolean): string | null => idsOf(booking)[0] ?? null;
  /** Returns the secret of a client when it is certain which one it is and to which host it is sent; else `null`. */
  const secretOf = (booking: boolean): DraftSecret | null => {
    const own = named('clientsecret').filter(
      ({ name, isOn }) => isOn && (isBooking(name) || isOnlyBooking) === booking,
    );
    const [value = '', another] = new Set(own.map((one) => one.value));
    const keys = Object.values(ADDRESS_KEYS[booking ? 'booking' : 'openApi']);
    const places = keys.map((key) => [key, guesty ? guesty.addresses[key].value : addresses[key] || null] as const);
    const isKnown = idsOf(booking).length === 1 && places.every(([key, place]) => isSentTo(addresses[key], place));
    return isKnown && another === undefined && checkClientSecret(value).ok
      ? { secret: new Secret(value), addresses: Object.fromEntries(places) }
      : null;
  };
  const hasNoAddress = Object.values(addresses).every((one) => one === '');
  if (clients.length === 0 && !isGuesty && hasNoAddress) return null;
  return {
    format,
    name: plainLine(nameIn(parsed) ?? '').slice(0, MAX_NAME),
    presetId: isGuesty ? 'guesty' : hasNoAddress ? null : 'custom',
    addresses: isGuesty || hasNoAddress ? null : addresses,
    ...{ openApiClientId: find(false), applicationClientId: find(true), secretsInFile: secrets.size },
    secrets: { openApi: secretOf(false), application: secretOf(true) },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the program that writes files of this form; `null` for another form. */
function formatOf(parsed: unknown): DraftFormat | null {
  if (!isObject(parsed)) return null;
  const { info, resources, values, items, environments, type } = parsed;
  if ('_postman_variable_scope' in parsed || (Array.isArray(values) && '_postman_exported_at' in parsed))
    return 'Postman';
  if (isObject(info) && String(info.schema).includes('getpostman.com')) return 'Postman';
  if ('__export_format' in parsed || /insomnia\.rest\/5/.test(String(type))) return 'Insomnia';
  if ('yaakSchema' in parsed && isObject(resources)) return 'Yaak';
  return Array.isArray(items) && (Array.isArray(environments) || 'brunoConfig' in parsed) ? 'Bruno' : null;
}

/** Matches the first line of a block in Bruno's own language. */
const BRUNO_BLOCK = /^(?:vars|auth|meta|get|post|headers)(?::[\w-]+)? \{$/m;

/**
 * Parses YAML, which Insomnia writes since its format 5; `null` for another text. Makes only values that JSON has. Throws `invalidInput` for a large
 * text.
 */
function yamlOrNull(text: string): unknown {
  if (text.length > MAX_YAML_CHARACTERS)
    throw invalidInput('file', 'The file is no JSON, and too large to be read as YAML. Choose a smaller one.');
  try {
    return load(text, { schema: JSON_SCHEMA, maxDepth: MAX_DEPTH });
  } catch {
    return null;
  }
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

/** Collects pairs of `key` or `name` with `value`, and fields with a text. Throws `invalidInput` for too many values. */
function pairsIn(file: unknown): Pair[] {
  const pairs: Pair[] = [];
  let count = 0;
  const visit = (value: unknown, depth: number, isOn: boolean): void => {
    count += 1;
    if (count > MAX_VALUES)
      throw invalidInput(
        'file',
        `The file has more than ${MAX_VALUES.toLocaleString('en')} values. Choose a smaller one.`,
      );
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
    if (!isObject(value)) {
      for (const one of value as unknown[]) visit(one, depth + 1, isOn);
      return;
    }
    const on = isOn && value.enabled !== false && value.disabled !== true;
    const name = value.key ?? value.name;
    if (typeof name === 'string' && typeof value.value === 'string') addPair(name, value.value, on, pairs);
    for (const [field, one] of Object.entries(value)) {
      if (typeof one === 'string') addPair(field, one, on, pairs);
      visit(one, depth + 1, on);
    }
  };
  visit(file, 0, true);
  return pairs;
}

function addPair(name: string, value: string, isOn: boolean, pairs: Pair[]): void {
  if (value.length <= MAX_VALUE) pairs.push({ name, value: value.trim(), isOn });
}

/** Collects the pairs of Bruno's blocks, which have one on a line. A name after a tilde is switched off. */
function pairsInBlocks(text: string): Pair[] {
  const pairs: Pair[] = [];
  for (const line of text.split(/\r?\n/).slice(0, MAX_VALUES)) {
    const [, off, name, value = ''] = /^\s*(~?)([\w.-]+):[ \t]+(\S.*)$/.exec(line) ?? [];
    if (name !== undefined) addPair(name, value, off === '', pairs);
  }
  return pairs;
}

/** Fills in variables, as the four programs write them: `{{name}}`, `{{ _.name }}` and `${[ name ]}`; empty when the result is too long for a value. */
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

/** Whether the file sends a client's secret to the host of `place`: it names this host, or no other one. */
const isSentTo = (named: string, place: string | null): boolean =>
  place !== null && (named === '' || new URL(named).host === new URL(place).host);

const isFilled = (value: string): boolean => value !== '' && !/\{\{|\$\{\[|\{%/.test(value);
const wordOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const isBooking = (text: string): boolean => /booking|(?:^|[^a-z])be(?:[^a-z]|$)/i.test(text);

/** Whether the host of any https address in the file is one of the preset's. */
function isOf({ addresses }: Preset, pairs: readonly Pair[]): boolean {
  const hosts = new Set(Object.values(addresses).flatMap(({ value }) => (value === null ? [] : [new URL(value).host])));
  return pairs.some(({ value }) => /^https:/i.test(value) && URL.canParse(value) && hosts.has(new URL(value).host));
}

/** The four addresses, as far as the file names them; of the address of a request, the part before /v1 counts. */
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
