/** Token status and the two things a person may do to a token. */
import { z } from 'zod';
import { Id } from '../model/primitives.ts';
import { TokenStatus, TokensSnapshot } from '../model/token.ts';
import { event, mutation, query } from './define.ts';

export const tokens = {
  status: query(z.strictObject({ connectionId: Id }), TokensSnapshot),
  /** Obtains a new token now; spends one issuance. */
  renew: mutation(z.strictObject({ credentialId: Id }), TokenStatus),
  /** Drops the stored token; spends nothing now, but the next request will. */
  forget: mutation(z.strictObject({ credentialId: Id }), TokenStatus),
  onChanged: event(TokensSnapshot),
};
