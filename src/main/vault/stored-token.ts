/** An access token as it is kept across restarts. */
import { z } from 'zod';
import { Secret } from './secret.ts';

/** Times are on the connection's clock; `generation` grows with each token of a credential. */
export interface KeptToken {
  readonly accessToken: Secret;
  readonly tokenType: string;
  readonly scope: string | null;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly generation: number;
  /** Whether the token endpoint issued it to this console, or a person pasted it. */
  readonly origin: 'issued' | 'adopted';
  /** Sentences about what was assumed of it. */
  readonly notes: readonly string[];
}

const Written = z.strictObject({
  accessToken: z.string().min(1),
  tokenType: z.string(),
  scope: z.string().nullable(),
  issuedAt: z.number(),
  expiresAt: z.number(),
  generation: z.number().int(),
  // Tokens kept before these fields existed were all issued.
  origin: z.enum(['issued', 'adopted']).default('issued'),
  notes: z.array(z.string()).default([]),
});

/** The text that is encrypted: the whole token, so that nothing of it stands in the clear. */
export const writeToken = (token: KeptToken): string =>
  JSON.stringify({ ...token, accessToken: token.accessToken.reveal() });

/** Reads what {@link writeToken} wrote; `null` when it is something else. */
export function readToken(text: string): KeptToken | null {
  try {
    const written = Written.parse(JSON.parse(text));
    return { ...written, accessToken: new Secret(written.accessToken) };
  } catch {
    return null;
  }
}
