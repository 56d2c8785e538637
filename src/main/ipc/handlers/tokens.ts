/** Handlers of tokens. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const tokensHandlers = ({ tokens }: Services): Handlers['tokens'] => ({
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
