/** The handlers of access tokens: each change answers with the token's status after it. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import type { TokenService } from './token-service.ts';

export interface TokenServices {
  readonly tokens: TokenService;
}

export const tokenHandlers = ({ tokens }: TokenServices): HandlersOf<'tokens'> => ({
  status: ({ connectionId }) => tokens.snapshot(connectionId),
  renew: async ({ credentialId, confirmLastSlot }) => {
    await tokens.renew(credentialId, confirmLastSlot);
    return tokens.status(credentialId);
  },
  adopt: async ({ credentialId, accessToken, issuedAt }) => {
    await tokens.adopt(credentialId, accessToken, issuedAt);
    return tokens.status(credentialId);
  },
  discard: async ({ credentialId }) => {
    await tokens.discard(credentialId);
    return tokens.status(credentialId);
  },
});
