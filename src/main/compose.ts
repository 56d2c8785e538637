/** The only place where services are constructed, folder after folder in the order of docs/architecture.md. */
import { allPresets } from './api/presets.ts';
import { Application } from './app/application.ts';
import { Preferences } from './app/preferences.ts';
import { SecretProtection } from './app/secret-protection.ts';
import { followFormats } from './app/text-formats.ts';
import { calendarsOf } from './compose/calendars.ts';
import { closeConsole } from './compose/close.ts';
import { doctorOf } from './compose/doctor.ts';
import { followChanges } from './compose/follow-changes.ts';
import { gatewayOf } from './compose/gateway.ts';
import { guestsOf } from './compose/guests.ts';
import { openJournal } from './compose/journal.ts';
import { listingsOf } from './compose/listings.ts';
import { lockOf, pauseWhileLocked, withoutQuestions } from './compose/lock.ts';
import { followMarks } from './compose/marks.ts';
import { mergeStoredData } from './compose/merged-data.ts';
import { networkOf } from './compose/network.ts';
import { offersOf } from './compose/offers.ts';
import { administratorOf, followPolicies } from './compose/policies.ts';
import { quotesOf } from './compose/quotes.ts';
import { finishEarlier, removedDataOf } from './compose/removed-data.ts';
import { clocksOf, composeRates, requestsOf } from './compose/requests.ts';
import { noteSealer } from './compose/sealed-notes.ts';
import { tasksOf } from './compose/tasks.ts';
import { teamsOf } from './compose/team.ts';
import { tokensOf } from './compose/tokens.ts';
import { updatesOf } from './compose/updates.ts';
import { openVault } from './compose/vault.ts';
import type { Console } from './console.ts';
import { curlIn } from './doctor/read/read-curl.ts';
import { Wires } from './http/recorder.ts';
import { Clearing } from './journal/clearing.ts';
import { GuestsAndOffers } from './offers/guests-and-offers.ts';
import { Emitter } from './platform/emitter.ts';
import type { PlatformKit } from './platform/kit.ts';
import { START_WAIT_MS, waitAtMost } from './platform/wait-at-most.ts';
import { StoredData } from './store/stored-data.ts';
import { connectionIn } from './tokens/token-service.ts';
import { CustomRequests } from './traffic/custom-requests.ts';
import { Marks } from './traffic/timeline/marks.ts';

/**
 * Builds the console on a platform. `drawn` resolves when a window shows its first page; work that would delay the page waits for it. `windowOpened`
 * resolves with the first window; work that asks the service without a click waits for it, because a program may have started the app. Throws AppError
 * `storageFailed` when stored data cannot be opened; nothing is overwritten then.
 */
export async function compose(
  given: PlatformKit,
  drawn: Promise<void> = Promise.resolve(),
  windowOpened: Promise<void> = Promise.resolve(),
): Promise<Console> {
  const { kit: managed, administrator } = administratorOf(given);
  let isLocked = (): boolean => false;
  const kit = withoutQuestions(managed, () => isLocked());
  const { clock, log } = kit;
  const startedAt = clock.now();
  const preferences = new Preferences(kit.document('preferences'));
  const stopFormats = followFormats(kit.locale, preferences);
  const { vault, secretCipher, running, stores, backups, deletions, removalList, connections } = await openVault(
    kit,
    preferences,
    administrator,
  );
  const clocks = clocksOf(kit, running);
  const { clockOf, skews } = clocks;

  const { journal, stop: stopJournal } = openJournal(kit, preferences, drawn);
  const clearing = new Clearing(journal, deletions, log);
  const sent = new Emitter<string>();
  const onSend = ({ taskId }: { readonly taskId?: string | null }) => taskId && sent.emit(taskId);
  const wires = new Wires({ ...clocks, kit, journal, onSend });
  const { rates, stop: stopRates } = composeRates({ kit, vault, skews, sandboxClock: running.clock });
  const { guests, key: dataKey } = guestsOf({ kit, stores, connections: vault, deletions, cipher: secretCipher });
  const teams = teamsOf({ ...{ kit, stores, vault, connections, administrator }, dataKey, rates, clockOf, drawn });
  const { tokens, activity } = await tokensOf({ kit, vault, wires, clocks, teams });
  const requests = requestsOf({ kit, vault, tokens, clockOf, wires, rates, journal });
  const { api, pending, replay, operations } = requests;
  const customRequests = new CustomRequests({
    ...{ journal, pipeline: requests.pipeline, connectionOf: (id) => vault.connection(id) },
    readCurl: curlIn,
    own: stores.setting('own-requests', 'Your requests'),
  });
  const marks = new Marks({ file: kit.unsyncedLineFile('marks'), log });
  const stopMarks = followMarks({ kit, marks, vault, clockOf, circuits: requests.circuits });

  const desk = listingsOf({ kit, stores, vault, running, tokens, requests, clockOf, drawn });
  const { listings, pictures } = desk;
  const network = networkOf(kit, { key: dataKey, connections });
  const lock = lockOf({ kit, stores, preferences, administrator, drawn });
  isLocked = () => lock.isLocked;
  const protection = new SecretProtection({ cipher: secretCipher, vault, dataKey, resumed: kit.resumed, log });
  const common = { kit, administrator, lock, stores, vault, deletions, listings, clockOf };
  const quoteDesk = quotesOf({ ...common, requests, rates, pictures, guests, dataKey });
  const { quotes, quoteStore, searches, wantedQuotes, bookingNotes } = quoteDesk;
  const ofOffers = offersOf({ ...common, key: dataKey, guests, pictures, quotes, quoteStore });
  const { offers } = ofOffers;
  const { tasks, matrix, answers } = tasksOf({ ...common, tokens, rates, api, operations, sent });
  const { calendars, homeCalendars, takenDates } = calendarsOf({ ...common, tokens, rates, api, answers, quoteStore });
  quoteDesk.quoteBoard.setTaken(takenDates);
  const { programs, gateway, command, closeGateway } = gatewayOf({
    ...{ ...common, connections, key: dataKey, tokens, journal, requests, rates, pictures, quotes, wantedQuotes },
    ...{ quotesBy: quoteDesk.quotesBy, seen: desk.seen },
  });
  const guestsAndOffers = new GuestsAndOffers(guests, offers, deletions);
  const key = async () => (dataKey.kept() === null ? null : await dataKey.sealer());
  const data = new StoredData({ folder: kit.paths.store, console: stores.console, backups, key });
  const diagnosis = doctorOf({ ...common, running, journal, tokens, requests, marks, quoteStore });
  const { pasted, training, sandbox } = diagnosis;
  const updates = updatesOf({ kit, preferences, administrator, pending, tasks, quoteStore });
  const desks = { tokens, rates, listings, tasks };
  const app = new Application({ ...common, preferences, protection, connections, ...desks, updates, startedAt });

  const removed = removedDataOf({
    ...{ list: removalList, inMemory: [listings, tasks, calendars, homeCalendars, takenDates, quoteStore, guests] },
    ...{ requests, wires, stores, journal, rates, skews, marks, operations, log },
  });
  const stops = followChanges({
    ...{ kit, running, skews, activity, removed, deletions, backups, vault, tokens, rates, pending, tasks, listings },
    ...{ quotes, quoteStore, answers, calendars, guests, bookingNotes, offers, sandbox },
  });
  const drop = (connectionId: string): void => {
    rates.remove(connectionId);
    skews.remove(connectionId);
  };
  const notes = () => noteSealer(dataKey);
  const mergingData = mergeStoredData({ vault, merges: vault.merges, stores, operations, notes, drop, log });
  // Waits until the data of merged connections is moved, but not long: the key of their notes may ask the person first.
  await waitAtMost(clock, START_WAIT_MS, mergingData);
  await finishEarlier({ kit, vault, deletions, removed });
  void windowOpened.then(() => tasks.restore());
  const stopPolicies = followPolicies({ kit, administrator, preferences, connections, guests, guestsAndOffers, drawn });
  const stopPausing = pauseWhileLocked(lock, administrator, connections, tasks);
  await training.putBack();

  return {
    services: {
      ...{ app, administrator, lock, network, preferences, protection, updates },
      ...{ appVersion: kit.versions.app, presets: allPresets },
      ...{ connections, vault, deletions, data, tokens, rates, teams, journal, clearing, pending },
      ...{ replay, customRequests, listings, availability: desk.availability, operations: desk.operations },
      ...{ searches, wantedQuotes, quotes, quoteBoard: quoteDesk.quoteBoard, bookingNotes },
      ...{ ...ofOffers, guests, guestsAndOffers, tasks },
      ...{ matrix, calendars, homeCalendars, takenDates, programs, gateway, command },
      ...diagnosis,
    },
    begin() {
      updates.start();
      void gateway.open();
      void windowOpened.then(() => {
        // At the first start, the sandbox's listings load while the person reads the welcome page.
        if (app.firstPage(null) !== 'welcome' && !app.loadsAtStart) return;
        listings.load(vault.snapshot().currentId, { rowsFirst: true });
      });
    },
    pictures: (id) => pictures.load(id),
    recordUse: (input) => activity.recordUse(connectionIn(input, vault) ?? vault.snapshot().currentId),
    close: () =>
      closeConsole({
        ...{ clock, closeGateway, deletions, removed, backups, updates, protection, calendars, listings, journal },
        ...{ pasted, teams, training, tasks, requests, tokens, skews, running, guests, stores, kept: desk.kept },
        ...{ stopRates, lock, network },
        stops: [...stops, stopJournal, stopFormats, stopMarks, stopPolicies, stopPausing],
      }),
  };
}
