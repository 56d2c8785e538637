/** Passes changes on to the services that depend on them: clocks, connections, bookings, the machine's sleep, commands to the sandbox. */
import type { SandboxCommand } from '../../shared/model/sandbox.ts';
import type { Console } from '../console.ts';
import type { AnswerStore } from '../desk/flexible-dates/answer-store.ts';
import type { QuoteStore } from '../desk/quote-store.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Backups } from '../store/backups.ts';
import type { Activity } from '../tokens/token-service.ts';
import type { ServiceClocks } from '../traffic/clocks/service-clocks.ts';
import type { RemovedData } from '../vault/removed-data.ts';
import { SANDBOX_ID } from '../vault/sandbox-connection.ts';
import { watchConnections } from '../vault/watch-connections.ts';
import type { RunningSandbox } from './sandbox.ts';

type Followed =
  | 'vault'
  | 'deletions'
  | 'tokens'
  | 'rates'
  | 'pending'
  | 'tasks'
  | 'listings'
  | 'calendars'
  | 'quotes'
  | 'guests'
  | 'bookingNotes'
  | 'offers'
  | 'sandbox';

export interface FollowParts extends Pick<Console['services'], Followed> {
  readonly kit: PlatformKit;
  readonly running: RunningSandbox;
  readonly skews: ServiceClocks;
  readonly activity: Activity;
  readonly quoteStore: QuoteStore;
  readonly answers: AnswerStore;
  readonly removed: RemovedData;
  readonly backups: Backups;
}

/** Updates the parts of the console that depend on a part that changes. Returns functions that unsubscribe. */
export function followChanges(parts: FollowParts): readonly (() => void)[] {
  const { kit, running, skews, activity, removed, vault, tokens, rates, pending, tasks } = parts;
  const { listings, quotes, quoteStore, answers, calendars, sandbox, deletions, backups } = parts;
  const refresh = (connectionId: string): void => {
    for (const room of [tokens, rates, pending, tasks]) room.refresh(connectionId);
  };
  const clearBackups = (): void =>
    void backups
      .clear()
      .catch((error: unknown) => kit.log.error('deleted data is still in the backups', { error: String(error) }));
  sandbox.follow((command) => followCommand(command, parts));
  return [
    running.clock.onChanged(() => refresh(SANDBOX_ID)),
    skews.moved.subscribe(({ connectionId, byMs, first, firstEver }) => {
      if (first) tokens.clockCorrected(connectionId, byMs, firstEver);
    }),
    skews.changed.subscribe(refresh),
    quotes.changed.subscribe(({ connectionId, ids }) => {
      for (const id of ids ?? []) {
        const { reservation = null, ...stay } = quoteStore.find(connectionId, id)?.quote ?? {};
        if (reservation && 'listingId' in stay) answers.outdate(connectionId, stay, reservation.at);
      }
      calendars.look(connectionId);
    }),
    listings.changed.subscribe(({ connectionId }) => calendars.look(connectionId)),
    tokens.changed.subscribe(({ connectionId }) => calendars.look(connectionId)),
    kit.resumed.subscribe(() => {
      activity.machineSlept();
      skews.onWake();
      tokens.refresh();
    }),
    deletions.finished.subscribe(clearBackups),
    watchConnections(vault, {
      onSourceChanged: (connectionId) => listings.restart(connectionId),
      onListingAccessChanged: (connectionId) => listings.forgetFailure(connectionId),
      onBookingSourceChanged(connectionId) {
        answers.removeAll(connectionId);
        calendars.look(connectionId);
      },
      onRemoved: (connectionId) => void removed.delete(connectionId).then(clearBackups),
    }),
  ];
}

/** Drops the data of the sandbox's connection that a command to the sandbox makes invalid. */
function followCommand(command: SandboxCommand, parts: FollowParts): void {
  const { kit, tokens, listings, answers, calendars, quoteStore, guests, bookingNotes, offers } = parts;
  const logFailure = (work: Promise<unknown>, message: string): void => {
    work.catch((error: unknown) => kit.log.error(message, { error: String(error) }));
  };
  if (command.kind === 'resetQuota') tokens.resetQuota(SANDBOX_ID, command.api);
  if (command.kind === 'reset' || command.kind === 'setListings') {
    listings.restart(SANDBOX_ID);
    answers.removeAll(SANDBOX_ID);
    calendars.look(SANDBOX_ID);
  }
  if (command.kind !== 'reset') return;
  tokens.resetQuota(SANDBOX_ID, 'openApi');
  tokens.resetQuota(SANDBOX_ID, 'booking');
  logFailure(quoteStore.removeAll(SANDBOX_ID), 'the quotes of the sandbox were not deleted');
  logFailure(guests.removeAll(SANDBOX_ID), 'the guests of the sandbox were not deleted');
  logFailure(bookingNotes.removeAll(SANDBOX_ID), 'the notes on bookings in the sandbox were not deleted');
  logFailure(offers.removeAll(SANDBOX_ID), 'the offers of the sandbox were not deleted');
}
