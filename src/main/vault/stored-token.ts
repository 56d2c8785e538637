/** An access token as it is stored across restarts. */
import { z } from 'zod';
import { Secret } from './secret.ts';

/** A token as the vault stores it. Times are epoch ms on the connection's clock; `generation` increases with each token of a credential. */
export interface StoredToken {
  readonly accessToken: Secret;
  readonly tokenType: string;
  readonly scope: string | null;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly generation: number;
  /** `issued`: by the token endpoint, to this console. `adopted`: a person pasted it. */
  readonly origin: 'issued' | 'adopted';
  /** Sentences about assumed values. */
  readonly notes: readonly string[];
  /** Whether a renewal before the expiry brought this token again; another renewal would do the same. */
  readonly reissued?: boolean | undefined;
  readonly worked?: readonly string[] | undefined;
}

const TokenFile = z.strictObject({
  accessToken: z.string().min(1),
  tokenType: z.string(),
  scope: z.string().nullable(),
  issuedAt: z.number(),
  expiresAt: z.number(),
  generation: z.number().int(),
  // All tokens stored before these fields existed were issued.
  origin: z.enum(['issued', 'adopted']).default('issued'),
  notes: z.array(z.string()).default([]),
  reissued: z.boolean().optional(),
  worked: z.array(z.string()).optional(),
});

/** Serializes the whole token for encryption, so that no part of it is readable on disk. */
export const writeToken = (token: StoredToken): string =>
  JSON.stringify({ ...token, accessToken: token.accessToken.reveal() });

/** Parses a text of {@link writeToken}; null for any other text. */
export function readToken(text: string): StoredToken | null {
  try {
    const written = TokenFile.parse(JSON.parse(text));
    return { ...written, accessToken: new Secret(written.accessToken) };
  } catch {
    return null;
  }
}
