/** The state and the services that all endpoints of one sandbox share. */

import type { Log, Random } from '../platform/ports.ts';
import type { AdjustableClock } from './adjustable-clock.ts';
import type { TokenIssuer } from './auth/token-issuer.ts';
import type { Faults } from './http/faults.ts';
import type { RateLimit } from './http/rate-limit.ts';
import type { SandboxMemory } from './memory.ts';
import type { World } from './world/world.ts';

export interface Service {
  readonly memory: SandboxMemory;
  readonly clock: AdjustableClock;
  readonly random: Random;
  readonly log: Log;
  readonly tokens: TokenIssuer;
  readonly faults: Faults;
  /** The rate limits of each API; null when none are enforced. */
  readonly rates: { readonly booking: RateLimit; readonly openApi: RateLimit | null };
  readonly world: World;
  /** The folder of the SVG files that `picturesOf` names. */
  readonly picturesFolder: string;
  readonly counters: { requests: number; answered429: number };
  /** Writes the memory; resolves when it is on disk, or when the write failed. */
  save(): Promise<void>;
  publishSoon(): void;
}
