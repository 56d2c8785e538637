/** A connection: one account in one environment, with its addresses and credentials. Only input schemas have a secret. */
import { z } from 'zod';
import { MAX_APPLICATIONS } from '../input/max-input.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Kept } from './kept.ts';
import { Api, EpochMs, Id } from './primitives.ts';
import { LimitChoices } from './rates.ts';
import { TokenRuleChoices } from './token-rules.ts';

export const PresetId = z.enum(['guesty', 'custom', 'sandbox']);
export type PresetId = z.infer<typeof PresetId>;

/** The booking option of a Booking Engine application, chosen when the application is created (service.md §2.3). */
export const BookingOption = z.enum(['requestToBook', 'instantBooking', 'both', 'inquiriesOnly']);
export type BookingOption = z.infer<typeof BookingOption>;

/** The four addresses of a connection (service.md §1.3), normalised. An address is `null` when the connection does not use its API. */
export const Addresses = z.strictObject({
  baseUrl: z.string().nullable(),
  authUrl: z.string().nullable(),
  bookingBaseUrl: z.string().nullable(),
  bookingAuthUrl: z.string().nullable(),
});
export type Addresses = z.infer<typeof Addresses>;
export type AddressKey = keyof Addresses;

/** The way in which a client secret is stored; `missing` when there is none. */
export const SecretPlace = z.enum([...Kept.options, 'missing']);
export type SecretPlace = z.infer<typeof SecretPlace>;

/** One set of client credentials. `bookingOption` is null for the Open API's, and never null for an application's. */
export const Credential = z.strictObject({
  id: Id,
  api: Api,
  label: z.string(),
  clientId: z.string(),
  secret: SecretPlace,
  secretSetAt: EpochMs.nullable(),
  bookingOption: BookingOption.nullable(),
});
export type Credential = z.infer<typeof Credential>;

/** The rule by which a used slot of the quota regenerates: 24 hours after its use, or at 00:00 UTC (service.md §3.8). */
export const QuotaReset = z.enum(['rolling', 'utcMidnight']);
export type QuotaReset = z.infer<typeof QuotaReset>;

/** The number of slots of the quota that only a person may spend; 0 for no reserve. */
export const IssuanceReserve = z.number().int().min(0).max(3);

/** The number of minutes before its expiry at which a token is renewed (service.md §3.10: 30 to 60, or within the last 5). */
export const RenewalMarginMinutes = z.number().int().min(5).max(60);

export const Connection = z.strictObject({
  id: Id,
  name: z.string(),
  presetId: PresetId,
  addresses: Addresses,
  openApi: Credential.nullable(),
  applications: z.array(Credential).max(MAX_APPLICATIONS),
  activeApplicationId: Id.nullable(),
  renewalMarginMinutes: RenewalMarginMinutes,
  quotaReset: QuotaReset,
  issuanceReserve: IssuanceReserve,
  limits: LimitChoices,
  tokenRules: TokenRuleChoices,
  createdAt: EpochMs,
});
export type Connection = z.infer<typeof Connection>;

/** A connection that was merged into the connection `into`, which now has its client IDs. `name` is its former name. */
export const MergedConnection = z.strictObject({
  id: Id,
  name: z.string(),
  into: z.strictObject({ id: Id, name: z.string() }),
});
export type MergedConnection = z.infer<typeof MergedConnection>;

export const ConnectionsSnapshot = z.strictObject({
  revision: z.number().int(),
  currentId: Id,
  connections: z.array(Connection),
  /** Merged connections about which the person has not been told yet. */
  merged: z.array(MergedConnection),
});
export type ConnectionsSnapshot = z.infer<typeof ConnectionsSnapshot>;

/** A client secret as input. No output contains a client secret. */
export const SecretInput = z.string().max(MAX_CHARACTERS.line);
export const ClientIdInput = z.string().max(MAX_CHARACTERS.phrase);
export const NameInput = z.string().max(MAX_CHARACTERS.name);

export const OpenApiInput = z.strictObject({ clientId: ClientIdInput, clientSecret: SecretInput });
export const ApplicationInput = z.strictObject({
  label: NameInput,
  bookingOption: BookingOption,
  clientId: ClientIdInput,
  clientSecret: SecretInput,
});
export type ApplicationInput = z.infer<typeof ApplicationInput>;

const AddressInput = z.string().max(MAX_CHARACTERS.line);

/** The addresses as a person enters them; empty for an address that is not used. `checkAddress` checks each. */
export const AddressInputs = z.strictObject({
  baseUrl: AddressInput,
  authUrl: AddressInput,
  bookingBaseUrl: AddressInput,
  bookingAuthUrl: AddressInput,
});
export type AddressInputs = z.infer<typeof AddressInputs>;

export const NewConnection = z.strictObject({
  name: NameInput,
  presetId: PresetId.exclude(['sandbox']),
  addresses: AddressInputs,
  openApi: OpenApiInput.nullable(),
  applications: z.array(ApplicationInput).max(MAX_ENTRIES.few),
});
export type NewConnection = z.infer<typeof NewConnection>;

export const ConnectionChanges = z.strictObject({
  id: Id,
  name: NameInput.optional(),
  addresses: AddressInputs.optional(),
  /** Client secrets that the person entered again, because a change of addresses sends them to another host. */
  secrets: z
    .array(z.strictObject({ credentialId: Id, clientSecret: SecretInput }))
    .max(MAX_APPLICATIONS + 1)
    .optional(),
  activeApplicationId: Id.optional(),
  renewalMarginMinutes: RenewalMarginMinutes.optional(),
  quotaReset: QuotaReset.optional(),
  issuanceReserve: IssuanceReserve.optional(),
  limits: LimitChoices.partial().optional(),
  tokenRules: TokenRuleChoices.partial().optional(),
});
export type ConnectionChanges = z.infer<typeof ConnectionChanges>;
