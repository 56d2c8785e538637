/** The vault's file: connections in the clear, client secrets and tokens only as ciphertext. */
import { z } from 'zod';
import { MAX_APPLICATIONS } from '../../shared/input/max-input.ts';
import {
  Addresses,
  BookingOption,
  IssuanceReserve,
  PresetId,
  QuotaReset,
  RenewalMarginMinutes,
} from '../../shared/model/connection.ts';
import { Api, EpochMs, Id } from '../../shared/model/primitives.ts';
import { LimitChoices, PRESET_LIMITS } from '../../shared/model/rates.ts';
import { PRESET_TOKEN_RULES, TokenRuleChoices } from '../../shared/model/token-rules.ts';

/** A ciphertext in base64, with the protection that the machine gave it when it was written. */
export const Ciphertext = z.strictObject({ data: z.base64(), protection: z.enum(['protected', 'unprotected']) });
export type Ciphertext = z.infer<typeof Ciphertext>;

/**
 * A credential in the vault's file. `identity` changes with client ID, secret and token address. `lastGeneration`: the generation of its last token.
 */
export const StoredCredential = z.strictObject({
  id: Id,
  api: Api,
  label: z.string(),
  clientId: z.string(),
  bookingOption: BookingOption.nullable(),
  identity: Id,
  lastGeneration: z.number().int().min(0),
  secret: Ciphertext.nullable(),
  secretSetAt: EpochMs.nullable(),
  token: Ciphertext.nullable(),
  // The secrets of merged connections, tried in turn when the service rejects `secret`.
  spareSecrets: z.array(Ciphertext).optional(),
});
export type StoredCredential = z.infer<typeof StoredCredential>;

export const StoredConnection = z.strictObject({
  id: Id,
  name: z.string(),
  presetId: PresetId,
  addresses: Addresses,
  openApi: StoredCredential.nullable(),
  applications: z.array(StoredCredential).max(MAX_APPLICATIONS),
  activeApplicationId: Id.nullable(),
  renewalMarginMinutes: RenewalMarginMinutes,
  quotaReset: QuotaReset,
  issuanceReserve: IssuanceReserve.default(0),
  limits: LimitChoices.default(PRESET_LIMITS),
  tokenRules: TokenRuleChoices.default(PRESET_TOKEN_RULES),
  createdAt: EpochMs,
});
export type StoredConnection = z.infer<typeof StoredConnection>;

const Named = z.strictObject({ id: Id, name: z.string() });

/**
 * The merge of connection `from` into `to`, with both names at that time and the ids of the merged credentials. It is kept until all data of `from`
 * belongs to `to` (`isStored`) and a person has seen the notice (`isSeen`).
 */
export const ConnectionMerge = z.strictObject({
  from: Named,
  to: Named,
  credentials: z.array(z.strictObject({ from: Id, to: Id })),
  isStored: z.boolean(),
  isSeen: z.boolean().optional(),
});
export type ConnectionMerge = z.infer<typeof ConnectionMerge>;

export const VaultFile = z.strictObject({
  version: z.literal(1),
  currentId: Id,
  connections: z.array(StoredConnection),
  merges: z.array(ConnectionMerge).optional(),
});
export type VaultFile = z.infer<typeof VaultFile>;
