/** Handlers of tokens. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const tokensHandlers = ({ tokens }: Services): Handlers['tokens'] => ({
  status: ({ connectionId }) => tokens.snapshot(connectionId),
  renew: async ({ credentialId }) => {
    await tokens.renew(credentialId);
    return tokens.status(credentialId);
  },
  forget: async ({ credentialId }) => {
    await tokens.forget(credentialId);
    return tokens.status(credentialId);
  },
});
