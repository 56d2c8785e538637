/** Who caused an issuance, as text. */
import type { Issuance, IssuanceCause } from '../../shared/model/token.ts';

export const ISSUANCE_CAUSES: Record<IssuanceCause, string> = {
  start: 'The console, for a first request',
  expiry: 'The console, because renewal was due',
  unauthorized: 'The console, after a 401',
  diedEarly: 'The console, because the token expired early',
  person: 'A person',
  unknown: 'Unknown',
};

/** A token request leaves this soon after its entry in the ledger. */
const MAX_DELAY_MS = 2_000;

/** The ledger's entry of a token request that was sent at `sentAt`; undefined when the ledger no longer has it. */
export const issuanceAt = (issuances: readonly Issuance[], sentAt: number): Issuance | undefined =>
  issuances.findLast(({ at }) => at <= sentAt && sentAt - at < MAX_DELAY_MS);
