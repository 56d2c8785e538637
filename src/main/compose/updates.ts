/** Builds the updates of the app. An update waits for work that a restart would interrupt. */
import type { Preferences } from '../app/preferences.ts';
import type { QuoteStore } from '../desk/quote-store.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Administrator } from '../policies/administrator.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { PendingRequests } from '../traffic/pending-requests.ts';
import { Updates } from '../updates/updates.ts';

export interface UpdateParts {
  readonly kit: PlatformKit;
  readonly preferences: Preferences;
  readonly administrator: Administrator;
  readonly pending: Pick<PendingRequests, 'isWriting'>;
  readonly tasks: Pick<Tasks, 'isRunning'>;
  readonly quoteStore: Pick<QuoteStore, 'hasUnsettled'>;
}

/** Returns a sentence about the work that a restart would interrupt; `null` when there is none. */
export function busyWith({
  pending,
  tasks,
  quoteStore,
}: Omit<UpdateParts, 'kit' | 'preferences' | 'administrator'>): string | null {
  if (pending.isWriting) return 'A request that changes something is on its way. Restart when it is answered.';
  if (tasks.isRunning) return 'A task is running. Restart when it is done, or pause it.';
  if (quoteStore.hasUnsettled) return 'A booking is unconfirmed. Check it on its quote, then restart.';
  return null;
}

export const updatesOf = ({ kit, preferences, administrator, ...parts }: UpdateParts): Updates =>
  new Updates({
    engine: kit.updates,
    policies: () => administrator.state(),
    choices: () => preferences.get().updates,
    choicesChanged: preferences.changed,
    busy: () => busyWith(parts),
    version: kit.versions.app,
    clock: kit.clock,
    log: kit.log,
  });
