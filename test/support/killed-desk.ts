/** Runs one act on a quotes desk in a process that is killed (SIGKILL) once it has made a number of steps. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { OperationId } from '../../src/shared/model/operation.ts';
import type { Json } from '../../src/shared/model/primitives.ts';

const SCRIPT = new URL('./booking-child.ts', import.meta.url);

/** More than a booking or a change has. */
export const MAX_STEPS = 20;

/** `answer` is called when a request is sent, also for the request before whose answer the process is killed. */
export async function actUntilKilled(
  act: 'book' | 'change',
  folder: string,
  answer: (operation: OperationId) => Promise<{ [name: string]: Json }>,
  after: number,
): Promise<{ ended: boolean }> {
  const child = fork(SCRIPT, [folder, act]);
  let steps = 0;
  let killed = false;
  child.on('message', async (message: { operation?: OperationId }) => {
    steps += 1;
    const body = message.operation ? await answer(message.operation) : {};
    killed = steps > after;
    if (killed) child.kill('SIGKILL');
    else child.send(body);
  });
  await once(child, 'close');
  return { ended: !killed };
}
