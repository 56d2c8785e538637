/** The causes of issuances as text, and how a token request finds its entry in the ledger. The window's first file does not need them. */
import type { Issuance, IssuanceCause } from '../../shared/model/token.ts';

/** The texts for the causes of an issuance. */
export const ISSUANCE_CAUSES: Record<IssuanceCause, string> = {
  start: 'The app, for a first request',
  expiry: 'The app, because renewal was due',
  unauthorized: 'The app, after a 401',
  diedEarly: 'The app, because the token expired early',
  person: 'A person',
  program: 'Another program, because there was no token',
  unknown: 'Unknown',
};

/** The maximum time between an entry in the ledger and the sending of its token request. */
export const MAX_DELAY_MS = 2_000;

/** Finds the ledger's entry of a token request that was sent at `sentAt`; undefined when the ledger has none. */
export const issuanceAt = (issuances: readonly Issuance[], sentAt: number): Issuance | undefined =>
  issuances.findLast(({ at }) => at <= sentAt && sentAt - at < MAX_DELAY_MS);
