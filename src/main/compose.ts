/** The only place where services are constructed. */
import { join } from 'node:path';
import type { SandboxCommand } from '../shared/model/sandbox.ts';
import { knownServices } from './api/known-services.ts';
import { allPresets, presetOf, tokenRulesOf } from './api/presets.ts';
import { Application, runtimeOf } from './app/application.ts';
import { loadsFreely } from './app/first-page.ts';
import { Preferences } from './app/preferences.ts';
import { SecretProtection } from './app/secret-protection.ts';
import { followFormats } from './app/text-formats.ts';
import { BundlePreviews } from './cases/bundle/bundle-previews.ts';
import { CaseStore } from './cases/case-store.ts';
import { Cases } from './cases/cases.ts';
import { accessDeskOf } from './compose/access.ts';
import { clockAccuracy } from './compose/clock-accuracy.ts';
import { guestsOf } from './compose/guests.ts';
import { openJournal } from './compose/journal.ts';
import { followMarks } from './compose/marks.ts';
import { offersOf } from './compose/offers.ts';
import { pasteDeskOf, servicesOf } from './compose/paste.ts';
import { composeRates } from './compose/rates.ts';
import { RemovedData } from './compose/removed-data.ts';
import { requestsOf, Wires } from './compose/requests.ts';
import { startSandbox } from './compose/sandbox.ts';
import { sealedNotes } from './compose/sealed-notes.ts';
import { tasksOf } from './compose/tasks.ts';
import { watchConnections } from './compose/watch-connections.ts';
import type { Console } from './console.ts';
import { AvailabilityDesk, SeenListings } from './desk/availability.ts';
import { BookingNotes } from './desk/booking-notes.ts';
import { KeptListings } from './desk/kept-listings.ts';
import { ListingsDesk } from './desk/listings.ts';
import { noteBookings } from './desk/note-bookings.ts';
import { OperationsDesk } from './desk/operations.ts';
import { PictureCache } from './desk/picture-cache.ts';
import { QuoteBoard } from './desk/quote-board.ts';
import { QUOTES_SCHEMA } from './desk/quote-database.ts';
import { QuoteStore } from './desk/quote-store.ts';
import { QuotesDesk } from './desk/quotes.ts';
import { SearchStore } from './desk/search-store.ts';
import { WantedQuotes } from './desk/wanted-quotes.ts';
import { tokenClaims } from './doctor/authorization.ts';
import { Doctor } from './doctor/doctor.ts';
import { IncidentReader } from './doctor/timeline/incident-reader.ts';
import { Marks } from './doctor/timeline/marks.ts';
import { Clearing } from './journal/clearing.ts';
import { GuestsAndOffers } from './offers/guests-and-offers.ts';
import { machineMonotonic } from './platform/clock.ts';
import { Emitter } from './platform/emitter.ts';
import type { PlatformKit } from './platform/kit.ts';
import type { Clock, Fetch } from './platform/ports.ts';
import { ServiceClocks } from './platform/service-clocks.ts';
import { StoreDatabase } from './platform/store-database.ts';
import { waitAtMost } from './platform/wait-at-most.ts';
import { ControlPanel } from './sandbox/control-panel.ts';
import { Deletions } from './store/deletions.ts';
import { PendingList } from './store/pending-list.ts';
import { Activity, connectionIn } from './tokens/activity.ts';
import { Ledger } from './tokens/ledger.ts';
import { TokenClient } from './tokens/token-client.ts';
import { TokenService } from './tokens/token-service.ts';
import { TrainingRoom } from './training/training-room.ts';
import { type TrainingFile, TrainingStore } from './training/training-store.ts';
import { RemovalList } from './vault/removal-list.ts';
import { SANDBOX_ID } from './vault/sandbox-connection.ts';
import { SecretCipher } from './vault/secret-cipher.ts';
import { ShownConnections } from './vault/shown-connections.ts';
import { Vault } from './vault/vault.ts';

/** Quitting waits this long for pending token requests; the shell waits longer for everything. */
const LAST_TOKENS_MS = 3_500;
/** The start waits this long for stored tokens: their key store may ask the person first. Those that come later are published. */
const STORED_TOKENS_MS = 300;

/** Builds the console on a platform. Throws AppError `storageFailed` when stored data cannot be opened; nothing is overwritten then. */
export async function compose(kit: PlatformKit): Promise<Console> {
  const { clock, random, log } = kit;
  const startedAt = clock.now();
  const preferences = new Preferences(kit.document('preferences'));
  const stopFormats = followFormats(kit.locale, preferences);
  const starting = startSandbox(kit);
  const secretCipher = new SecretCipher({
    cipher: kit.cipher,
    log,
    storeUnprotected: () => preferences.get().storeUnprotected,
  });
  const vault = await Vault.open({
    document: kit.document('vault'),
    secretCipher,
    ask: kit.ask,
    clock,
    random,
    log,
  });
  const running = await starting;
  await vault.ensureSandbox({ origin: running.origin ?? 'https://127.0.0.1', ...running.sandbox.credentials() });
  await vault.mergeConnections();

  const deletions = new Deletions({ pending: new PendingList(kit.document('deletions')), clock, random, log });
  const removalList = new RemovalList(kit.document('removals'), log);
  const shown = new ShownConnections({ vault, list: removalList, deletions });

  const monotonic = kit.monotonic ?? machineMonotonic;
  const skews = new ServiceClocks({ machine: clock, monotonic, document: kit.document('skew'), log });
  const clockOf = (connectionId: string): Clock =>
    connectionId === SANDBOX_ID ? running.clock : skews.clockOf(connectionId);
  const networksOf = (connectionId: string): { api: Fetch; token: Fetch } =>
    connectionId === SANDBOX_ID
      ? { api: running.fetch, token: running.fetch }
      : { api: kit.apiFetch, token: kit.tokenFetch };

  const { journal, stop: stopFollowing } = openJournal(kit, preferences);
  const clearing = new Clearing(journal, deletions, log);
  const sentForTask = new Emitter<string>();
  const wires = new Wires({
    kit,
    journal,
    clockOf,
    skewOf: (connectionId) => (connectionId === SANDBOX_ID ? undefined : skews.clockOf(connectionId)),
    networksOf,
    onSend: ({ taskId }) => {
      if (taskId) sentForTask.emit(taskId);
    },
  });

  const activity = new Activity(monotonic);
  const ledger = Ledger.open({ file: kit.lineFile('issuances'), log, now: () => kit.clock.now() });
  if (ledger.damaged) {
    const movedTo = join(kit.paths.store, 'issuances.jsonl');
    kit.quarantine.report({ document: 'issuances', movedTo, at: ledger.damaged.at });
  }
  const tokens = new TokenService({
    vault,
    client: new TokenClient({ wire: (connectionId) => wires.tokenWireOf(connectionId) }),
    ledger,
    clockOf,
    rulesOf: tokenRulesOf,
    random,
    log,
    clockAccuracy: clockAccuracy(skews, clockOf),
    activity,
  });
  await waitAtMost(clock, STORED_TOKENS_MS, tokens.ready());

  const { rates, stop: stopRates } = composeRates({ kit, vault, skews, sandboxClock: running.clock });
  const requests = requestsOf({ kit, vault, tokens, clockOf, wires, rates, journal });
  const { api, pending, operations } = requests;
  const marks = new Marks({ file: kit.unsyncedLineFile('marks'), log });
  const stopMarks = followMarks({ kit, marks, vault, clockOf, circuits: requests.circuits });

  const pictures = new PictureCache((connectionId) =>
    connectionId === SANDBOX_ID
      ? { fetch: running.fetch, drawsSvg: true }
      : { fetch: kit.pictureFetch, drawsSvg: false },
  );
  const seen = new SeenListings();
  const kept = new KeptListings({
    file: join(kit.paths.store, 'listings.db'),
    clock,
    log,
    quarantine: kit.quarantine,
  });
  const listings = new ListingsDesk({
    api,
    connections: vault,
    pictures,
    seen,
    kept,
    async isFree(connectionId) {
      const { openApi } = vault.connection(connectionId);
      if (openApi) await tokens.read(openApi.id);
      return loadsFreely(vault.connection(connectionId), (id) => tokens.snapshot(id));
    },
    clock,
    clockOf,
    log,
  });
  const quoteStore = new QuoteStore({
    database: new StoreDatabase(
      { file: join(kit.paths.store, 'quotes.db'), clock, log, quarantine: kit.quarantine },
      QUOTES_SCHEMA,
    ),
    document: kit.document('quotes'),
    clock,
    deletions,
    log,
  });
  const searches = new SearchStore(kit.document('searches'), clockOf, log);
  const wantedQuotes = new WantedQuotes(kit.document('wanted-quotes'), log);
  const bookingNotes = new BookingNotes({
    document: kit.document('booking-notes'),
    connections: vault,
    clockOf,
    log,
  });
  const { guests, key: dataKey } = guestsOf({ kit, connections: vault, deletions, cipher: secretCipher });
  const protection = new SecretProtection({ cipher: secretCipher, vault, dataKey, resumed: kit.resumed, log });
  const quoteBoard = new QuoteBoard({
    store: quoteStore,
    pictures,
    guestNames: (connectionId) => guests.namesOfQuotes(connectionId),
    clockOf,
  });
  const quotes = new QuotesDesk({
    api: noteBookings(api, bookingNotes),
    connections: vault,
    pictures,
    store: quoteStore,
    notes: sealedNotes(dataKey),
    recordOf: (connectionId, listingId) => listings.record(connectionId, listingId),
    clockOf,
    limiterOf: (connectionId) => rates.limiterOf(connectionId, 'booking'),
    guestUsed: (connectionId, quoteIds, guest) => guests.used(connectionId, quoteIds, guest),
  });

  const offers = offersOf({
    ...{ kit, key: dataKey, guests, pictures, deletions, clockOf },
    quoteOf: (connectionId, quoteId) => quotes.find({ connectionId, quoteId }),
    marksOf: (connectionId, quoteId) => quoteStore.annotation(connectionId, quoteId).offers,
    noteOffer(connectionId, quoteId, mark) {
      quoteStore.noteOffer(connectionId, quoteId, mark);
      logFailure(quotes.keepOfferedPlan({ connectionId, quoteId }), 'the rate plan of a sent offer was not kept');
    },
    recordOf: (connectionId, listingId) => listings.record(connectionId, listingId),
  });

  const { tasks, matrix, answers } = tasksOf({
    kit,
    vault,
    tokens,
    rates,
    api,
    operations,
    listings,
    sent: sentForTask,
    deletions,
    clockOf,
  });
  const incidents = new IncidentReader({ journal, tokens, vault, marks, clockOf });
  const caseStore = new CaseStore({
    file: join(kit.paths.store, 'cases.db'),
    ...{ clock, log, quarantine: kit.quarantine, random, deletions },
  });
  const cases = new Cases({
    store: caseStore,
    previews: new BundlePreviews(random),
    connections: () => vault.snapshot().connections,
    tokensOf: (connectionId) => tokens.snapshot(connectionId),
    incidents,
    services: servicesOf(vault),
    presetServices: knownServices,
    appVersion: kit.versions.app,
    versions: `Latchkey ${kit.versions.app}, ${runtimeOf(kit)}, ${kit.versions.platform}`,
    ...{ clock, log },
  });

  const logFailure = (work: Promise<unknown>, message: string): void => {
    work.catch((error: unknown) => log.error(message, { error: String(error) }));
  };
  const removed = new RemovedData({
    list: removalList,
    deletions: {
      listings: (connectionId) => listings.drop(connectionId),
      tasks: (connectionId) => tasks.removeAll(connectionId),
      answers: (connectionId) => answers.removeAll(connectionId),
      requests: (connectionId) => requests.remove(connectionId),
      marks: (connectionId) => marks.remove(connectionId),
      rates: (connectionId) => rates.remove(connectionId),
      skews: (connectionId) => skews.remove(connectionId),
      wires: (connectionId) => wires.remove(connectionId),
      exchanges: (connectionId) => journal.clear(connectionId),
      quotes: (connectionId) => quoteStore.removeAll(connectionId),
      guests: (connectionId) => guests.removeAll(connectionId),
      bookingNotes: (connectionId) => bookingNotes.removeAll(connectionId),
      offers: (connectionId) => offers.removeAll(connectionId),
      searches: (connectionId) => searches.removeAll(connectionId),
      wantedQuotes: (connectionId) => wantedQuotes.removeAll(connectionId),
      operations: (connectionId) => operations.remove(connectionId),
    },
    log,
  });
  const stops = [
    () => protection.stop(),
    stopFollowing,
    stopFormats,
    running.clock.onChanged(() => {
      tokens.refresh(SANDBOX_ID);
      rates.refresh(SANDBOX_ID);
      pending.refresh(SANDBOX_ID);
      tasks.refresh(SANDBOX_ID);
    }),
    skews.moved.subscribe(({ connectionId, byMs, first, firstEver }) => {
      if (first) tokens.clockCorrected(connectionId, byMs, firstEver);
    }),
    skews.changed.subscribe((connectionId) => {
      tokens.refresh(connectionId);
      rates.refresh(connectionId);
      pending.refresh(connectionId);
      tasks.refresh(connectionId);
    }),
    quotes.changed.subscribe(({ connectionId, ids }) => {
      for (const id of ids ?? []) {
        const { reservation = null, ...stay } = quoteStore.find(connectionId, id)?.quote ?? {};
        if (reservation && 'listingId' in stay) answers.outdate(connectionId, stay, reservation.at);
      }
    }),
    kit.resumed.subscribe(() => {
      activity.machineSlept();
      skews.onWake();
      tokens.refresh();
    }),
    watchConnections(vault, {
      onSourceChanged: (connectionId) => listings.restart(connectionId),
      onListingAccessChanged: (connectionId) => listings.forgetFailure(connectionId),
      onBookingSourceChanged: (connectionId) => answers.removeAll(connectionId),
      onRemoved: (connectionId) => void removed.delete(connectionId),
    }),
  ];

  const afterCommand = (command: SandboxCommand): void => {
    if (command.kind === 'resetQuota') tokens.resetQuota(SANDBOX_ID, command.api);
    if (command.kind === 'reset' || command.kind === 'setListings') {
      listings.restart(SANDBOX_ID);
      answers.removeAll(SANDBOX_ID);
    }
    if (command.kind !== 'reset') return;
    tokens.resetQuota(SANDBOX_ID, 'openApi');
    tokens.resetQuota(SANDBOX_ID, 'booking');
    logFailure(quoteStore.removeAll(SANDBOX_ID), 'the quotes of the sandbox were not deleted');
    logFailure(guests.removeAll(SANDBOX_ID), 'the guests of the sandbox were not deleted');
    logFailure(bookingNotes.removeAll(SANDBOX_ID), 'the notes on bookings in the sandbox were not deleted');
    logFailure(offers.removeAll(SANDBOX_ID), 'the offers of the sandbox were not deleted');
  };

  // Beside a quarantined vault nothing is deleted: a person may put its file back.
  if (!kit.quarantine.files.some(({ document }) => document === 'vault')) {
    await deletions.finishEarlier();
    void removed.finishEarlier((connectionId) => vault.snapshot().connections.some(({ id }) => id === connectionId));
  }
  tasks.restore();

  const sandbox = new ControlPanel(running.sandbox);
  sandbox.applied.subscribe(afterCommand);
  const doctor = new Doctor({
    journal,
    tokens,
    vault,
    presetOf,
    keep: (diagnosed) =>
      training.isRunning && diagnosed.exchange.connectionId === SANDBOX_ID ? null : cases.keepRecorded(diagnosed),
    skewOf: (connectionId) => tokens.snapshot(connectionId).skew?.offsetMs ?? null,
    async claimsOf(credentialId, generation) {
      // A token that is missing or unreadable has no claims to tell.
      const token = await vault.storedToken(credentialId).catch(() => null);
      return token?.generation === generation ? tokenClaims(token.accessToken.reveal()) : null;
    },
  });
  const [preset] = knownServices();
  if (!preset) throw new Error('no preset has addresses');
  const training = new TrainingRoom({
    ...{ clock, random, log, journal, sandbox },
    store: new TrainingStore(kit.document<TrainingFile>('training'), log),
    addresses: preset.addresses,
    connection: () => vault.connection(SANDBOX_ID),
    sandboxClock: running.clock,
    call: (call) => requests.client.call(call),
    failures: (question) => doctor.failures(question),
    services: servicesOf(vault),
  });
  await training.putBack();
  // An exercise is no case of a customer, and its diagnosis would give the answer away.
  const pasted = pasteDeskOf(kit, vault, (failure, diagnosis) =>
    training.isRunning ? null : cases.keepPasted(failure, diagnosis),
  );
  const access = accessDeskOf({
    client: requests.client,
    ...{ journal, tokens, vault, operations, listings, clockOf },
    quotes: quoteStore,
  });
  const app = new Application({
    ...{ kit, preferences, protection, connections: shown, tokens, rates, listings, tasks, startedAt },
  });
  return {
    services: {
      app,
      appVersion: kit.versions.app,
      presets: allPresets,
      preferences,
      protection,
      connections: shown,
      vault,
      tokens,
      rates,
      journal,
      clearing,
      deletions,
      pending,
      replay: requests.replay,
      tasks,
      operations: new OperationsDesk({ client: requests.client, doctor: api, operations, connections: vault, clockOf }),
      listings,
      availability: new AvailabilityDesk({ api, connections: vault, pictures, seen }),
      searches,
      wantedQuotes,
      matrix,
      quotes,
      quoteBoard,
      guests,
      guestsAndOffers: new GuestsAndOffers(guests, offers, deletions),
      bookingNotes,
      offers,
      doctor,
      cases,
      pasted,
      access,
      incidents,
      sandbox,
      training,
    },
    begin() {
      // At the first start the sandbox's listings load while the person reads the question.
      if (app.firstPage(null) === 'overview') return;
      listings.load(vault.snapshot().currentId, { rowsFirst: true });
    },
    pictures: (id) => pictures.load(id),
    recordUse: (input) => {
      const connectionId = connectionIn(input, vault) ?? vault.snapshot().currentId;
      activity.recordUse(connectionId);
    },
    async close() {
      // First: what belongs to a connection is deleted with it.
      await deletions.finish().catch(() => {});
      await removed.settled();
      for (const stop of stops) stop();
      stopMarks();
      journal.cancelExport();
      pasted.close();
      await training.close();
      const tasksClosed = tasks.close();
      requests.stop();
      stopRates();
      await waitAtMost(clock, LAST_TOKENS_MS, tokens.stop());
      await skews.close();
      await running.close();
      // Last: requests in flight are still recorded.
      await journal.close();
      await kept.close();
      caseStore.close();
      await guests.close();
      quoteStore.close();
      offers.close();
      await tasksClosed;
    },
  };
}
