/** The failed connection of the sender's own gateway, which answers 502 to 504 because of it. */
import type { Failure, TextEvidence } from '../failure.ts';

/** The error that the gateway logs; null for another status, and where the text shows no such log. */
export const gatewayError = (status: number | null, text: TextEvidence | null): Failure['networkError'] =>
  status !== null && status >= 502 && status <= 504 ? (text?.gatewayError ?? null) : null;
