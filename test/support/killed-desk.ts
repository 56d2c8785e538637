/** What a quotes desk leaves that is killed at a step of one act. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { OperationId } from '../../src/shared/model/operation.ts';
import type { Json } from '../../src/shared/model/primitives.ts';
import { actTwice, openBookingDesk } from './booking-desk.ts';
import { copyOf } from './kill-states.ts';

const SCRIPT = new URL('./booking-child.ts', import.meta.url);

type Act = 'book' | 'change';
type Answer = (operation: OperationId) => Promise<{ [name: string]: Json }>;

/** A copy of the folder, and the service as it was then. */
export interface DeskState<Service> {
  readonly folder: string;
  readonly service: Service;
}

/**
 * Runs the act once, and returns what a kill before each of its steps and after each request leaves, and at last what the whole act leaves. A
 * process that is killed leaves what it has written by then.
 */
export async function deskStates<Service extends { answer: Answer; copy(): Service }>(
  act: Act,
  folder: string,
  service: Service,
): Promise<DeskState<Service>[]> {
  const states: DeskState<Service>[] = [];
  const keep = () => void states.push({ folder: copyOf(folder), service: service.copy() });
  const answer: Answer = async (operation) => {
    const body = await service.answer(operation);
    keep();
    return body;
  };
  await actTwice(
    openBookingDesk(folder, answer, async () => keep()),
    act,
  );
  keep();
  return states;
}

/** Runs the act in a process that is killed (SIGKILL) before the answer to its first request, which the service has carried out. */
export async function killBeforeAnswer(act: Act, folder: string, answer: Answer): Promise<void> {
  const child = fork(SCRIPT, [folder, act]);
  child.on('message', async ({ operation }: { operation?: OperationId }) => {
    if (!operation) return void child.send({});
    await answer(operation);
    child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  if (signal !== 'SIGKILL') throw new Error(`the process ended with ${signal}`);
}
