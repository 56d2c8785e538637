/** The status of tokens, and how a person renews, adopts or discards a token. */
import { z } from 'zod';
import { InstantInput, MAX_CHARACTERS } from '../model/bounds.ts';
import { Id } from '../model/primitives.ts';
import { TokenStatus, TokensSnapshot } from '../model/token.ts';
import { event, mutation, query } from './define.ts';

export const tokens = {
  status: query(z.strictObject({ connectionId: Id }), TokensSnapshot),
  /** Issues a new token now; spends one slot. Fails with `lastSlot` until the use of the last slot is confirmed. */
  renew: mutation(z.strictObject({ credentialId: Id, confirmLastSlot: z.boolean() }), TokenStatus),
  /** Adopts an access token that was issued elsewhere; spends no slot. `issuedAt` (epoch ms) is used when the token does not state its lifetime. */
  adopt: mutation(
    z.strictObject({
      credentialId: Id,
      accessToken: z.string().max(MAX_CHARACTERS.body),
      issuedAt: InstantInput.nullable(),
    }),
    TokenStatus,
  ),
  /** Discards the token. This spends no slot now, but the next request issues a new token. */
  discard: mutation(z.strictObject({ credentialId: Id }), TokenStatus),
  onChanged: event(TokensSnapshot),
};
