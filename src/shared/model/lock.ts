/** The lock of the app: it hides everything in a window that is left open. It protects nothing on the disk. */
import { z } from 'zod';
import { EpochMs } from './primitives.ts';

/**
 * The state of the lock. `off`: there is no passphrase. `open`: there is one, and the person is back. `locked`: main answers nothing until the person
 * is back. `choose`: an administrator requires a lock, and the person must choose a passphrase first; main answers nothing until then.
 */
export const LockPhase = z.enum(['off', 'open', 'locked', 'choose']);
export type LockPhase = z.infer<typeof LockPhase>;

export const LockState = z.strictObject({
  revision: z.number().int(),
  phase: LockPhase,
  /** The instant from which the next passphrase is compared; null for now. On the machine's clock, like `opensAt`. */
  retryAt: EpochMs.nullable(),
  /** The instant at which the app opens without the forgotten passphrase; null unless a person asked for it. */
  opensAt: EpochMs.nullable(),
  /** Whether this computer reads fingerprints (Touch ID). */
  hasTouchId: z.boolean(),
  /** Whether an administrator requires a lock. */
  isRequired: z.boolean(),
  /** Whether an administrator stops tasks and other programs while the app is locked. */
  stops: z.boolean(),
  /** The most minutes without use that an administrator allows before the app locks itself; null without a limit. */
  maxMinutes: z.number().int().nullable(),
});
export type LockState = z.infer<typeof LockState>;

/** The numbers of minutes without use, after which the app locks itself, that a person can choose. */
export const LOCK_MINUTES = [1, 2, 5, 10, 15, 30, 60] as const;

/**
 * The choices for the lock. `minutes`: the time without use after which the app locks itself. `hidesFromCapture`: other programs cannot record the
 * app's windows. `clearsCopied`: copied data of a guest is cleared from the clipboard after a minute, at the lock and at the end of the app.
 */
export const LockChoices = z.strictObject({
  minutes: z.number().int().min(1).max(240),
  hidesFromCapture: z.boolean(),
  clearsCopied: z.boolean(),
});
export type LockChoices = z.infer<typeof LockChoices>;

/** The fewest characters of a passphrase. */
export const MIN_PASSPHRASE = 8;
