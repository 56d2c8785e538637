/** The values of the form for a new connection: their checks, and the input for main. */
import {
  ADDRESS_LABELS,
  checkAddresses,
  checkClientId,
  checkClientSecret,
  checkName,
} from '../../../../shared/connection/connection-input.ts';
import type { AddressInputs, AddressKey, BookingOption, NewConnection } from '../../../../shared/model/connection.ts';
import type { ConnectionDraft } from '../../../../shared/model/connection-draft.ts';
import type { Preset } from '../../../../shared/model/operation.ts';

export interface ApplicationValues {
  key: string;
  label: string;
  bookingOption: BookingOption;
  clientId: string;
  clientSecret: string;
}
export interface NewConnectionValues {
  presetId: 'guesty' | 'custom';
  name: string;
  addresses: AddressInputs;
  withOpenApi: boolean;
  openApi: { clientId: string; clientSecret: string };
  applications: ApplicationValues[];
}

export const ADDRESS_KEYS = Object.keys(ADDRESS_LABELS) as AddressKey[];

/** Returns the addresses of a preset as text; empty when the preset has none. */
export const presetAddresses = (preset: Preset | undefined): AddressInputs => ({
  baseUrl: preset?.addresses.baseUrl.value ?? '',
  authUrl: preset?.addresses.authUrl.value ?? '',
  bookingBaseUrl: preset?.addresses.bookingBaseUrl.value ?? '',
  bookingAuthUrl: preset?.addresses.bookingAuthUrl.value ?? '',
});

/** Returns the addresses after the preset changed. Addresses that the person entered stay; addresses of the preset `from` are replaced. */
export function switchPreset(typed: AddressInputs, from: Preset | undefined, to: Preset | undefined): AddressInputs {
  const [before, after] = [presetAddresses(from), presetAddresses(to)];
  const chosen = { ...typed };
  for (const key of ADDRESS_KEYS) if (typed[key].trim() === before[key]) chosen[key] = after[key];
  return chosen;
}

export const emptyApplication = (key: string): ApplicationValues => ({
  key,
  label: '',
  bookingOption: 'both',
  clientId: '',
  clientSecret: '',
});

/** Fills a draft's values into the form. A typed name stays, as do fields that the draft lacks. A filled-in client ID empties its secret. */
export function withDraft(
  typed: NewConnectionValues,
  { name, presetId: from, addresses: given, openApiClientId, applicationClientId }: ConnectionDraft,
  presetOf: (id: string) => Preset | undefined,
): NewConnectionValues {
  const presetId = from ?? typed.presetId;
  const addresses = switchPreset(typed.addresses, presetOf(typed.presetId), presetOf(presetId));
  const named = from === null ? typed.addresses : (given ?? presetAddresses(presetOf(from)));
  for (const key of ADDRESS_KEYS) if (named[key] !== '') addresses[key] = named[key];
  const [first = emptyApplication(crypto.randomUUID()), ...others] = typed.applications;
  return {
    ...{ presetId, addresses, name: typed.name.trim() === '' ? name : typed.name },
    withOpenApi: typed.withOpenApi && (openApiClientId !== null || applicationClientId === null),
    openApi: openApiClientId === null ? typed.openApi : { clientId: openApiClientId, clientSecret: '' },
    applications:
      applicationClientId === null
        ? typed.applications
        : [
            { ...first, label: first.label || DEFAULT_LABEL, clientId: applicationClientId, clientSecret: '' },
            ...others,
          ],
  };
}

/** Replaces the secrets by the draft's references to the secrets in its file; main then uses the secrets in the file. */
export function withFileSecrets(
  values: NewConnectionValues,
  { openApiSecret, applicationSecret }: ConnectionDraft,
): NewConnectionValues {
  const [first, ...others] = values.applications;
  return {
    ...values,
    openApi: openApiSecret === null ? values.openApi : { ...values.openApi, clientSecret: openApiSecret },
    applications:
      first && applicationSecret !== null
        ? [{ ...first, clientSecret: applicationSecret }, ...others]
        : values.applications,
  };
}

/** The label of a booking channel that a manager did not name. */
const DEFAULT_LABEL = 'Website';

/**
 * Interprets the values of a manager, whose form has both the fields of the account and those of one booking channel. If only one of the two is
 * filled in, the other is ignored. A channel needs no name.
 */
export function managerValues(values: NewConnectionValues): NewConnectionValues {
  const isFilled = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
    clientId.trim() !== '' || clientSecret !== '';
  const applications = values.applications.filter(isFilled);
  const named = applications.map((one, at) => ({
    ...one,
    label: one.label.trim() || (at === 0 ? DEFAULT_LABEL : `${DEFAULT_LABEL} ${at + 1}`),
  }));
  return { ...values, applications: named, withOpenApi: isFilled(values.openApi) || applications.length === 0 };
}

/** Returns the issues by field path. Main applies the same checks (shared/connection/connection-input.ts). */
export function checkNewConnection(
  values: NewConnectionValues,
  labels: Readonly<Record<AddressKey, string>> = ADDRESS_LABELS,
): Record<string, string> {
  const errors: Record<string, string> = {};
  const addIssue = (path: string, checked: { ok: true } | { ok: false; message: string }) => {
    if (!checked.ok) errors[path] = checked.message;
  };
  addIssue('name', checkName(values.name, 'a name'));
  const { addresses, issues } = checkAddresses(values.addresses);
  for (const issue of issues) errors[issue.path] = issue.message;
  const requireAddresses = (keys: AddressKey[], owner: string) => {
    for (const key of keys)
      if (addresses[key] === null && !errors[`addresses.${key}`])
        errors[`addresses.${key}`] = `${owner} needs the ${labels[key]}; enter it.`;
  };
  if (values.withOpenApi) {
    requireAddresses(['baseUrl', 'authUrl'], 'The Open API client');
    addIssue('openApi.clientId', checkClientId(values.openApi.clientId));
    addIssue('openApi.clientSecret', checkClientSecret(values.openApi.clientSecret));
  }
  if (values.applications.length > 0)
    requireAddresses(['bookingBaseUrl', 'bookingAuthUrl'], 'A Booking Engine application');
  values.applications.forEach((application, index) => {
    addIssue(`applications.${index}.label`, checkName(application.label, 'a label'));
    addIssue(`applications.${index}.clientId`, checkClientId(application.clientId));
    addIssue(`applications.${index}.clientSecret`, checkClientSecret(application.clientSecret));
  });
  return errors;
}

export const toNewConnection = (values: NewConnectionValues): NewConnection => ({
  name: values.name,
  presetId: values.presetId,
  addresses: values.addresses,
  openApi: values.withOpenApi ? values.openApi : null,
  applications: values.applications.map(({ key: _key, ...application }) => application),
});
