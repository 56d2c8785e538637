/** Token status and the two things a person may do to a token. */
import { z } from 'zod';
import { EpochMs, Id } from '../model/primitives.ts';
import { TokenStatus, TokensSnapshot } from '../model/token.ts';
import { event, mutation, query } from './define.ts';

export const tokens = {
  status: query(z.strictObject({ connectionId: Id }), TokensSnapshot),
  /** Obtains a new token now; spends one issuance. The last slot is refused with `lastSlot` until it is confirmed. */
  renew: mutation(z.strictObject({ credentialId: Id, confirmLastSlot: z.boolean() }), TokenStatus),
  /** Takes over an existing access token; spends nothing. `issuedAt` is used where the token itself does not tell its life. */
  adopt: mutation(
    z.strictObject({ credentialId: Id, accessToken: z.string().max(16_000), issuedAt: EpochMs.nullable() }),
    TokenStatus,
  ),
  /** Drops the stored token; spends nothing now, but the next request will. */
  discard: mutation(z.strictObject({ credentialId: Id }), TokenStatus),
  onChanged: event(TokensSnapshot),
};
