/** The whole contract, registered with handlers that a test overrides. */
import { trustedSender } from '../../src/main/ipc/check-message.ts';
import { registerIpc } from '../../src/main/ipc/register.ts';
import { Emitter } from '../../src/main/platform/emitter.ts';
import { declarations } from '../../src/shared/contract/index.ts';
import { FakeHandlers } from './fake-handlers.ts';
import { FakeLog } from './fake-log.ts';
import { IpcPair, WINDOW_ID } from './ipc-pair.ts';
import { SequenceRandom } from './sequence-random.ts';

/** Every operation that the window calls. */
export const contractCalls = declarations().flatMap(({ declaration, ...rest }) =>
  declaration.kind === 'event' ? [] : [{ ...rest, declaration }],
);

/** Registers the contract once for a file of tests: once per test would cost more than the tests. Call `reset` before each. */
export function registerContract() {
  const pair = new IpcPair();
  const handlers = new FakeHandlers();
  const log = new FakeLog();
  const pageGone = new Emitter<number>();
  const lock = { isLocked: false };
  const isTrustedSender = trustedSender((id) => id === WINDOW_ID);
  registerIpc(handlers.table(), {
    ipc: pair.ipcMain,
    isTrustedSender,
    pageGone,
    log,
    isLocked: () => lock.isLocked,
    random: new SequenceRandom(),
  });
  const reset = (): void => {
    pair.reset();
    handlers.reset();
    log.entries.length = 0;
    lock.isLocked = false;
  };
  return { pair, handlers, log, lock, pageGone, isTrustedSender, reset };
}
