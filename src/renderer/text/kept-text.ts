/** Texts for the ways in which a record is stored, the same for secrets, tokens, notes, guests, offers and cases. */
import type { Kept } from '../../shared/model/kept.ts';

/** The way in which a record is stored. `plain` is for a record that need not be encrypted, such as the masked failure of a case. */
export type KeptOrPlain = Kept | 'plain';

export const KEPT_TITLES: Record<Kept, string> = {
  encrypted: 'Stored, encrypted',
  unprotected: 'Stored unprotected',
  memory: 'In memory until you quit',
  sandbox: 'Managed by the app',
};

export const KEPT_SENTENCES: Record<KeptOrPlain, string> = {
  encrypted: 'Stored on this computer, encrypted.',
  unprotected: 'Stored on this computer without protection, as you chose.',
  memory: 'Only in memory: lost when you quit Latchkey.',
  sandbox: 'Stored on this computer with the sandbox; it is valid nowhere else.',
  plain: 'Stored on this computer, not encrypted.',
};
