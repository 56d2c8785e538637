/** The lock. While the app is locked, main answers the operations of this area and no others. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { LockState } from '../model/lock.ts';
import { event, mutation, Nothing, query } from './define.ts';

const Passphrase = z.string().min(1).max(MAX_CHARACTERS.name);

export const lock = {
  state: query(Nothing, LockState),
  /** Locks every window. Does nothing without a passphrase. */
  lock: mutation(Nothing, LockState),
  /** Opens the app. AppError `invalidInput` for another passphrase, and while the wait after wrong ones lasts. */
  unlock: mutation(z.strictObject({ passphrase: Passphrase }), LockState),
  /** Asks for a fingerprint. AppError `cancelled` when the prompt does not succeed, without a reader, and when the app is not locked. */
  unlockByTouchId: mutation(Nothing, LockState),
  /** Chooses a passphrase. `current` is the former one, null for the first. */
  setPassphrase: mutation(z.strictObject({ current: Passphrase.nullable(), passphrase: Passphrase }), LockState),
  turnOff: mutation(z.strictObject({ current: Passphrase }), LockState),
  /** Begins the wait after which the app opens without the forgotten passphrase. The right passphrase ends it. */
  forget: mutation(Nothing, LockState),
  onChanged: event(LockState),
};
