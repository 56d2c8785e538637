/** Checks input against the vault's state and collects every issue with its path. */
import { AppError, throwIssues } from '../../shared/app-error.ts';
import { ADDRESS_KEYS, credentialsOf } from '../../shared/connection/account.ts';
import {
  ADDRESS_LABELS,
  type Checked,
  checkAddresses,
  checkClientId,
  checkClientSecret,
  checkName,
} from '../../shared/connection/connection-input.ts';
import type { InputIssue } from '../../shared/errors.ts';
import { MAX_APPLICATIONS } from '../../shared/input/max-input.ts';
import type { Addresses, AddressInputs, BookingOption, NewConnection } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { type ClientIdOwner, clientIdKey, connectionWith, takenIssue } from './client-ids.ts';
import { OPEN_API_LABEL } from './credential-factory.ts';
import { isSecretReference } from './draft-secrets.ts';
import type { VaultConnection, VaultState } from './vault-state.ts';

/** Client credentials that passed the checks; `secret` is the text as entered. */
interface CheckedCredentials {
  readonly clientId: string;
  readonly secret: string;
}
export interface CheckedApplication extends CheckedCredentials {
  readonly label: string;
  readonly bookingOption: BookingOption;
}

/** A credential of the same connection, whose client ID must be different. */
export interface OtherCredential {
  readonly api: Api;
  readonly label: string;
  readonly clientId: string;
}

export const otherCredentialsOf = (connection: VaultConnection, editedId?: string): OtherCredential[] =>
  credentialsOf(connection).filter((credential) => credential.id !== editedId);

/** Collects the issues of a person's input. `unwrap` returns an empty text for a value that fails its check. */
export class IssueList {
  readonly #issues: InputIssue[] = [];

  unwrap(path: string, checked: Checked<string>): string {
    if (checked.ok) return checked.value;
    this.add(path, checked.message);
    return '';
  }

  add(path: string, message: string): void {
    this.addIssue({ path, message });
  }

  addIssue(issue: InputIssue): void {
    this.#issues.push(issue);
  }

  has(path: string): boolean {
    return this.#issues.some((issue) => issue.path === path);
  }

  /** Ends the checks. Throws `invalidInput` with all issues, if there are any. */
  throwIfAny(): void {
    throwIssues(this.#issues);
  }
}

/** Checks that a connection's name is not empty and not taken; returns the name. */
export function validateName(issues: IssueList, state: VaultState, text: string, ownId: string | null): string {
  const name = issues.unwrap('name', checkName(text, 'a name'));
  const taken = state.connections.some(
    (other) => other.id !== ownId && other.name.toLocaleLowerCase('en') === name.toLocaleLowerCase('en'),
  );
  if (taken) issues.add('name', `Another connection is already called “${name}”; choose another name.`);
  return name;
}

/** Checks the four addresses; each API in `apis` must have its addresses. */
export function validateAddresses(issues: IssueList, inputs: AddressInputs, apis: ReadonlySet<Api>): Addresses {
  const checked = checkAddresses(inputs);
  for (const issue of checked.issues) issues.add(issue.path, issue.message);
  for (const api of apis)
    for (const key of Object.values(ADDRESS_KEYS[api]))
      if (checked.addresses[key] === null && !issues.has(`addresses.${key}`))
        issues.add(`addresses.${key}`, `${CLIENT_NAMES[api]} needs the ${ADDRESS_LABELS[key]}; enter it.`);
  return checked.addresses;
}

/** Checks that a connection has the addresses for a new credential of `api`. */
export function requireAddresses(issues: IssueList, addresses: Addresses, api: Api): void {
  for (const key of Object.values(ADDRESS_KEYS[api]))
    if (addresses[key] === null)
      issues.add(
        `addresses.${key}`,
        `${CLIENT_NAMES[api]} needs the ${ADDRESS_LABELS[key]}; enter it in this connection first.`,
      );
}

/** Checks that a client ID is valid and that no other credential of the connection has it (service.md §2.1, §2.2). */
export function validateClientId(
  issues: IssueList,
  path: string,
  text: string,
  api: Api,
  others: readonly OtherCredential[],
): string {
  const clientId = issues.unwrap(path, checkClientId(text));
  const duplicate = clientId === '' ? undefined : others.find((other) => other.clientId === clientId);
  if (duplicate) issues.add(path, duplicateMessage(api, duplicate));
  return clientId;
}

/**
 * Checks that no other connection has this client ID at the same token address. Call it when the client ID or the address changes, also for a new
 * connection.
 */
export function requireFreeClientId(
  issues: IssueList,
  path: string,
  state: VaultState,
  connection: Pick<ClientIdOwner, 'presetId' | 'addresses'> & { readonly id: string | null },
  client: { readonly api: Api; readonly clientId: string },
): void {
  const key = client.clientId === '' ? null : clientIdKey(connection, client);
  const first = key === null ? undefined : connectionWith(state.connections, [key], connection.id);
  if (!first) return;
  const sentence = path.startsWith('addresses.')
    ? `Client ID ${client.clientId} already has a connection at this address`
    : 'This Client ID already has a connection';
  issues.addIssue(takenIssue(path, sentence, first));
}

/** Checks a client secret. A reference to a secret in a file is an issue, because the secret cannot be used here. */
export function validateSecret(issues: IssueList, path: string, text: string): string {
  if (isSecretReference(text)) issues.add(path, 'The secret in the file cannot be used here; type it.');
  return issues.unwrap(path, checkClientSecret(text));
}

export const validateLabel = (issues: IssueList, path: string, text: string): string =>
  issues.unwrap(path, checkName(text, 'a label'));

/** Checks the input for a new connection. Throws `applicationLimit` for a sixth application, else `invalidInput` with every issue. */
export function checkNewConnection(state: VaultState, input: NewConnection) {
  if (input.applications.length > MAX_APPLICATIONS) throw new AppError('applicationLimit', { limit: MAX_APPLICATIONS });
  const issues = new IssueList();
  const name = validateName(issues, state, input.name, null);
  const apis = new Set<Api>();
  if (input.openApi) apis.add('openApi');
  if (input.applications.length > 0) apis.add('booking');
  const addresses = validateAddresses(issues, input.addresses, apis);
  const seen: OtherCredential[] = [];
  const openApi: CheckedCredentials | null = input.openApi && {
    clientId: validateClientId(issues, 'openApi.clientId', input.openApi.clientId, 'openApi', seen),
    secret: validateSecret(issues, 'openApi.clientSecret', input.openApi.clientSecret),
  };
  if (openApi) seen.push({ api: 'openApi', label: OPEN_API_LABEL, clientId: openApi.clientId });
  const applications = input.applications.map((application, index): CheckedApplication => {
    const path = `applications.${index}`;
    const label = validateLabel(issues, `${path}.label`, application.label);
    const clientId = validateClientId(issues, `${path}.clientId`, application.clientId, 'booking', seen);
    seen.push({ api: 'booking', label, clientId });
    const secret = validateSecret(issues, `${path}.clientSecret`, application.clientSecret);
    return { label, clientId, secret, bookingOption: application.bookingOption };
  });
  const connection = { id: null, presetId: input.presetId, addresses };
  if (openApi) requireFreeClientId(issues, 'openApi.clientId', state, connection, { api: 'openApi', ...openApi });
  for (const [index, application] of applications.entries())
    requireFreeClientId(issues, `applications.${index}.clientId`, state, connection, {
      api: 'booking',
      ...application,
    });
  issues.throwIfAny();
  return { name, addresses, openApi, applications };
}

const CLIENT_NAMES: Record<Api, string> = { openApi: 'The Open API client', booking: 'A Booking Engine application' };

function duplicateMessage(api: Api, duplicate: OtherCredential): string {
  if (api !== duplicate.api)
    return api === 'booking'
      ? 'This is the Client ID of the Open API client. It works for the Open API only; enter the application’s own.'
      : `This is the Client ID of the application “${duplicate.label}”. It works for the Booking Engine only; enter the Open API’s own.`;
  return `The application “${duplicate.label}” already has this Client ID; each application has its own.`;
}
