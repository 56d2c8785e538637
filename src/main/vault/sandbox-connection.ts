/** The connection to the sandbox. Only the console creates and updates it. */
import { activeApplicationOf, credentialsOf } from '../../shared/connection/account.ts';
import type { Addresses, BookingOption } from '../../shared/model/connection.ts';
import { PRESET_LIMITS } from '../../shared/model/rates.ts';
import { PRESET_TOKEN_RULES } from '../../shared/model/token-rules.ts';
import { type CredentialFactory, type CredentialParts, OPEN_API_LABEL } from './credential-factory.ts';
import { openForSandbox } from './sandbox-seal.ts';
import type { VaultConnection, VaultCredential, VaultState } from './vault-state.ts';

export const SANDBOX_ID = 'sandbox';

export interface SandboxAccess {
  readonly origin: string;
  readonly openApi: { readonly clientId: string; readonly clientSecret: string };
  readonly applications: readonly {
    readonly label: string;
    readonly bookingOption: BookingOption;
    readonly clientId: string;
    readonly clientSecret: string;
  }[];
}

/** Adds or updates the sandbox connection. Its address changes with each start, but an unchanged credential keeps its token. */
export async function withSandbox(
  state: VaultState,
  access: SandboxAccess,
  now: number,
  factory: CredentialFactory,
): Promise<VaultState> {
  const before = state.connections.find((connection) => connection.id === SANDBOX_ID);
  const existing = new Map((before ? credentialsOf(before) : []).map((credential) => [credential.id, credential]));
  const credentials: VaultCredential[] = [];
  for (const { id, ...parts } of credentialsIn(access))
    credentials.push(await updatedCredential(existing.get(id), id, parts, factory));
  const connection = assemble(before, addressesAt(access.origin), credentials, now);
  const others = state.connections.filter((other) => other.id !== SANDBOX_ID);
  return { ...state, connections: [connection, ...others] };
}

async function updatedCredential(
  before: VaultCredential | undefined,
  id: string,
  parts: CredentialParts,
  factory: CredentialFactory,
): Promise<VaultCredential> {
  if (!before || before.clientId !== parts.clientId || !isSameSecret(before, parts.secret))
    return factory.make(parts, 'sandbox', id, before);
  return { ...before, label: parts.label, bookingOption: parts.bookingOption };
}

/** Whether a credential has this secret. Asks no key store: a secret that is not sealed for the sandbox counts as another. */
const isSameSecret = ({ secret: held }: VaultCredential, secret: string): boolean =>
  held?.storage === 'encrypted' && openForSandbox(held.ciphertext.data) === secret;

const credentialsIn = (access: SandboxAccess): (CredentialParts & { id: string })[] => [
  {
    id: 'sandbox-open-api',
    api: 'openApi',
    label: OPEN_API_LABEL,
    bookingOption: null,
    clientId: access.openApi.clientId,
    secret: access.openApi.clientSecret,
  },
  ...access.applications.map(({ clientSecret: secret, ...application }, index) => ({
    id: `sandbox-application-${index + 1}`,
    api: 'booking' as const,
    ...application,
    secret,
  })),
];

const addressesAt = (origin: string): Addresses => ({
  baseUrl: `${origin}/open-api`,
  authUrl: `${origin}/open-api`,
  bookingBaseUrl: `${origin}/booking`,
  bookingAuthUrl: `${origin}/booking`,
});

/** The connection with the person's choices from `before`. */
function assemble(
  before: VaultConnection | undefined,
  addresses: Addresses,
  credentials: readonly VaultCredential[],
  now: number,
): VaultConnection {
  const applications = credentials.filter((credential) => credential.api === 'booking');
  const active = activeApplicationOf({ applications, activeApplicationId: before?.activeApplicationId ?? null });
  return {
    id: SANDBOX_ID,
    name: 'Sandbox',
    presetId: 'sandbox',
    addresses,
    openApi: credentials.find((credential) => credential.api === 'openApi') ?? null,
    applications,
    activeApplicationId: active?.id ?? null,
    renewalMarginMinutes: before?.renewalMarginMinutes ?? 30,
    quotaReset: before?.quotaReset ?? 'rolling',
    issuanceReserve: before?.issuanceReserve ?? 0,
    limits: before?.limits ?? PRESET_LIMITS,
    tokenRules: before?.tokenRules ?? PRESET_TOKEN_RULES,
    createdAt: before?.createdAt ?? now,
  };
}
