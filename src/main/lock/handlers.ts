/** The handlers of the lock, which main answers while it is locked, too. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import type { Lock } from './lock.ts';

export interface LockServices {
  readonly lock: Lock;
}

export const lockHandlers = ({ lock }: LockServices): HandlersOf<'lock'> => ({
  state: () => lock.state(),
  lock: () => lock.lock(),
  unlock: ({ passphrase }) => lock.unlock(passphrase),
  unlockByTouchId: () => lock.unlockByTouchId(),
  setPassphrase: ({ current, passphrase }) => lock.setPassphrase(current, passphrase),
  turnOff: ({ current }) => lock.turnOff(current),
  forget: () => lock.forget(),
});
