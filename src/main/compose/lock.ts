/** Builds the lock, and the parts that it stops: questions outside the page, dialogs, and tasks if a policy says so. */
import type { Preferences } from '../app/preferences.ts';
import { Lock } from '../lock/lock.ts';
import { argon2idHasher } from '../lock/passphrase.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Administrator } from '../policies/administrator.ts';
import type { Stores } from '../store/stores.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { ShownConnections } from '../vault/shown-connections.ts';

export interface LockParts {
  readonly kit: PlatformKit;
  readonly stores: Stores;
  readonly preferences: Pick<Preferences, 'get'>;
  readonly administrator: Administrator;
  /** Resolves when a window shows its first page. The policies are read only then, so that they do not delay the page. */
  readonly drawn: Promise<void>;
}

export const lockOf = ({ kit, stores, preferences, administrator, drawn }: LockParts): Lock =>
  new Lock({
    document: stores.setting('lock', 'The lock'),
    hasher: argon2idHasher,
    choices: () => preferences.get().lock,
    policies: drawn.then(() => administrator.policies()),
    left: [kit.suspended, kit.screenLocked],
    ...{ touchId: kit.touchId, idleSeconds: kit.idleSeconds, clock: kit.clock, log: kit.log },
  });

/** Returns a platform that asks no questions while the app is locked, because somebody else may be at the computer. */
export function withoutQuestions(kit: PlatformKit, isLocked: () => boolean): PlatformKit {
  return {
    ...kit,
    ask: async (question) => !isLocked() && (await kit.ask(question)) && !isLocked(),
    askForProgram: async (question) => {
      const answer = isLocked() ? null : await kit.askForProgram(question);
      return isLocked() ? null : answer;
    },
  };
}

/** Whether tasks and programs must stop now, because the app is locked and the administrator's policy stops them while it is. */
export const isStoppedBy = async (lock: Pick<Lock, 'isLocked'>, administrator: Administrator): Promise<boolean> =>
  lock.isLocked && (await administrator.policies()).whileLocked === 'stop';

/** Pauses the tasks that run, or resume after a start, while the app is locked, if a policy demands it. Returns a function that ends this. */
export function pauseWhileLocked(
  lock: Lock,
  administrator: Administrator,
  connections: Pick<ShownConnections, 'snapshot'>,
  tasks: Pick<Tasks, 'snapshot' | 'pause' | 'changed'>,
): () => void {
  const pause = async () => {
    if (!(await isStoppedBy(lock, administrator))) return;
    for (const { id: connectionId } of connections.snapshot().connections)
      for (const { id, state } of tasks.snapshot(connectionId).tasks) if (state === 'running') tasks.pause(id);
  };
  const stops = [lock.changed.subscribe(pause), tasks.changed.subscribe(pause)];
  return () => {
    for (const stop of stops) stop();
  };
}
