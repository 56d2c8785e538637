/** The end of the console: the order in which its parts stop and close. */
import type { Clock } from '../platform/ports.ts';
import { waitAtMost } from '../platform/wait-at-most.ts';

/** The time that quitting waits for pending token requests; the shell's limit for quitting is longer. */
const LAST_TOKENS_MS = 3_500;

interface Stops {
  stop(): void;
}

interface Closes {
  close(): Promise<void>;
}

interface Parts {
  readonly clock: Clock;
  readonly closeGateway: () => Promise<void>;
  readonly deletions: { finish(): Promise<void> };
  readonly removed: { settled(): Promise<unknown> };
  readonly backups: Stops & { settled(): Promise<unknown> };
  readonly updates: Stops;
  readonly protection: Stops;
  readonly calendars: Stops;
  readonly listings: Stops;
  readonly requests: Stops;
  readonly tokens: { stop(): Promise<void> };
  readonly journal: Closes & { cancelExport(): void };
  readonly teams: Stops & { close(): void };
  readonly lock: Stops;
  readonly network: Stops;
  readonly pasted: { close(): void };
  readonly stores: { close(): void };
  readonly training: Closes;
  readonly tasks: Closes;
  readonly skews: Closes;
  readonly running: Closes;
  readonly guests: Closes;
  readonly kept: Closes;
  readonly stopRates: () => void;
  readonly stops: readonly (() => void)[];
}

export async function closeConsole(parts: Parts): Promise<void> {
  // First, so that the data of deleted connections is deleted too.
  await parts.closeGateway();
  await parts.deletions.finish().catch(() => {});
  await parts.removed.settled();
  parts.backups.stop();
  parts.updates.stop();
  for (const stop of parts.stops) stop();
  parts.lock.stop();
  parts.network.stop();
  parts.teams.stop();
  parts.protection.stop();
  parts.calendars.stop();
  parts.listings.stop();
  parts.journal.cancelExport();
  parts.pasted.close();
  await parts.training.close();
  const tasksClosed = parts.tasks.close();
  parts.requests.stop();
  parts.stopRates();
  await waitAtMost(parts.clock, LAST_TOKENS_MS, parts.tokens.stop());
  // After the last tokens, which colleagues wait for.
  parts.teams.close();
  await parts.skews.close();
  await parts.running.close();
  // Late, so that requests in flight are still recorded.
  await parts.journal.close();
  await parts.kept.close();
  await parts.guests.close();
  await tasksClosed;
  await parts.backups.settled();
  parts.stores.close();
}
