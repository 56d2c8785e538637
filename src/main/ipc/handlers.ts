/** The handler table: one handler for each operation of the contract; a missing one does not compile. */
import type { Handlers } from '../../shared/contract/index.ts';
import type { CopiedRows } from '../../shared/model/copied-rows.ts';
import type { PendingDeletion } from '../../shared/model/deletion.ts';
import { type CopiedTable, clipboardTable } from '../platform/csv/clipboard-table.ts';
import type { Desktop, MaybePromise, Services } from './services.ts';

/** The output of an operation that deletes. */
const pendingDeletion = async (work: MaybePromise<string>): Promise<PendingDeletion> => ({ deletionId: await work });

/** The output of an operation that has none: crosses IPC as `null`. */
const nothing = async (work: MaybePromise<unknown>): Promise<null> => {
  await work;
  return null;
};

export const buildHandlers = (services: Services, desktop: Desktop): Handlers => {
  const copied = async ({ rows, wanted, ...table }: CopiedRows & CopiedTable): Promise<CopiedRows> => {
    await desktop.copyTable(table);
    return { rows, wanted };
  };
  const { preferences, connections, vault, tokens, rates, journal, pending, replay, exports } = services;
  const { tasks, operations, listings, availability, searches, matrix, quotes, quoteBoard } = services;
  const { wantedQuotes, guests, guestsAndOffers, offers } = services;
  const { doctor, access, incidents, pasted, cases, sandbox, training } = services;
  /** Reads the quotes in turns before the first call that needs them. */
  const opened =
    <Input, Output>(work: (input: Input) => MaybePromise<Output>) =>
    async (input: Input): Promise<Output> => {
      await quotes.opened();
      return work(input);
    };
  return {
    app: {
      opening: ({ connectionId }) => services.opening(connectionId),
      info: () => services.info(),
      checkProtection: () => services.protection.check(),
      preferences: () => preferences.get(),
      setPreferences: (changes) => preferences.set(changes),
      copyText: ({ text }) => nothing(desktop.copyText(text)),
      copyTable: (rows) => copied(clipboardTable(rows)),
      openLink: ({ url }) => nothing(desktop.openLink(url)),
      openWindow: ({ connectionId }) => nothing(desktop.openWindow(connectionId)),
    },
    connections: {
      list: () => connections.snapshot(),
      presets: () => services.presets(),
      select: (input) => nothing(vault.select(input)),
      create: (input) => connections.create(input),
      update: (input) => connections.update(input),
      remove: (input) => pendingDeletion(connections.remove(input)),
      setOpenApi: (input) => connections.setOpenApi(input),
      removeOpenApi: (input) => vault.removeOpenApi(input),
      addApplication: (input) => connections.addApplication(input),
      updateApplication: (input) => connections.updateApplication(input),
      removeApplication: (input) => vault.removeApplication(input),
      replaceSecret: (input) => vault.replaceSecret(input),
      deleteSecret: (input) => vault.deleteSecret(input),
      dismissMerge: ({ id }) => nothing(vault.noteMerge(id, { isSeen: true })),
    },
    tokens: {
      status: ({ connectionId }) => tokens.snapshot(connectionId),
      renew: async ({ credentialId, confirmLastSlot }) => {
        await tokens.renew(credentialId, confirmLastSlot);
        return tokens.status(credentialId);
      },
      adopt: async ({ credentialId, accessToken, issuedAt }) => {
        await tokens.adopt(credentialId, accessToken, issuedAt);
        return tokens.status(credentialId);
      },
      discard: async ({ credentialId }) => {
        await tokens.discard(credentialId);
        return tokens.status(credentialId);
      },
    },
    traffic: {
      rates: ({ connectionId }) => rates.snapshot(connectionId),
      exchanges: (query) => journal.page(query),
      facets: ({ connectionId }) => journal.facets(connectionId),
      timeline: (query) => journal.timeline(query),
      exchange: ({ id }) => journal.get(id),
      chain: ({ chainId }) => journal.chain(chainId),
      clear: async ({ connectionId }) => {
        const deletionId = await services.clearTraffic(connectionId);
        return deletionId === null ? null : { deletionId };
      },
      replay: ({ id }) => replay.replay(id),
      exportHar: async (selection) => {
        const path = await desktop.chooseFile({ suggestedName: 'latchkey-traffic.har', kind: 'HAR', extension: 'har' });
        return path === null ? null : exports.har(path, selection);
      },
      cancelExport: () => nothing(exports.cancel()),
      journal: () => journal.state(),
      pending: ({ connectionId }) => pending.snapshot(connectionId),
      cancelPending: ({ connectionId, ids }) => nothing(pending.cancel(connectionId, ids)),
      tryHost: ({ connectionId, host }) => nothing(pending.tryHost(connectionId, host)),
    },
    tasks: {
      list: ({ connectionId }) => tasks.snapshot(connectionId),
      plan: (input) => tasks.plan(input),
      create: (input) => tasks.create(input),
      pause: ({ id }) => tasks.pause(id),
      resume: ({ id }) => tasks.resume(id),
      cancel: ({ id }) => tasks.cancel(id),
      retryFailed: ({ id }) => tasks.retryFailed(id),
      remove: ({ id }) => pendingDeletion(tasks.remove(id)),
      rows: (input) => tasks.rows(input),
      failures: ({ id }) => tasks.failures(id),
      exportCsv: async ({ id, search, heads }) => {
        const suggestedName = `${await tasks.fileName(id)}.csv`;
        const path = await desktop.chooseFile({ suggestedName, kind: 'CSV', extension: 'csv' });
        return path === null ? null : tasks.writeCsv(id, path, search, heads);
      },
      copyCells: async (input) => copied(await tasks.copyCells(input)),
    },
    operations: {
      list: ({ connectionId }) => operations.list(connectionId),
      chooseVariant: (input) => operations.chooseVariant(input),
      customise: (input) => operations.customise(input),
      reset: (input) => operations.reset(input),
      test: (input, { signal }) => operations.test(input, signal),
      undoFound: (input) => operations.undoFound(input),
      probeSearch: (input, { signal }) => operations.probeSearch(input, signal),
    },
    listings: {
      status: ({ connectionId }) => listings.opened(connectionId),
      load: ({ connectionId, startOver = false }) => listings.load(connectionId, { startOver }),
      cancel: ({ connectionId }) => nothing(listings.cancel(connectionId)),
      rows: (query) => listings.rows(query),
      detail: ({ connectionId, listingId }) => listings.detail(connectionId, listingId),
      facets: (filter) => listings.facets(filter),
      exportCsv: async (view) => {
        const path = await desktop.chooseFile({ suggestedName: 'listings.csv', kind: 'CSV', extension: 'csv' });
        return path === null ? null : listings.writeCsv(path, view);
      },
      copyCells: async (view) => copied(await listings.copyCells(view)),
      kept: () => listings.kept(),
      deleteKept: ({ connectionId }) => listings.deleteKept(connectionId),
    },
    availability: {
      search: (input, { signal }) => availability.search(input, signal),
      searches: ({ connectionId }) => searches.list(connectionId),
      putSearch: ({ connectionId, ...search }) => nothing(searches.put(connectionId, search)),
      removeSearch: ({ connectionId, parameters }) => nothing(searches.remove(connectionId, parameters)),
    },
    matrix: {
      window: (query) => matrix.window(query),
      range: (query) => matrix.range(query),
      choices: ({ connectionId }) => matrix.choices(connectionId),
      nights: (query) => matrix.nights(query),
      readNights: (input, { signal }) => matrix.readNights(input, signal),
      prices: (query) => matrix.prices(query),
      searchPrices: (input, { signal }) => matrix.searchPrices(input, signal),
    },
    quotes: {
      list: opened(({ connectionId }) => quotes.list(connectionId)),
      board: (query) => quoteBoard.rows(query),
      get: opened((input) => quotes.get(input)),
      create: opened((input) => quotes.create(input)),
      plan: (input) => quotes.plan(input),
      keepWanted: (input) => nothing(wantedQuotes.keep(input)),
      takeWanted: async ({ connectionId, alive }) => ({ wanted: await wantedQuotes.take(connectionId, alive) }),
      fetch: opened((input) => quotes.fetch(input)),
      change: opened((input) => quotes.change(input)),
      discardChange: opened((input) => nothing(quotes.discardChange(input))),
      choosePlan: opened((input) => nothing(quotes.choosePlan(input))),
      applyCoupons: opened((input) => quotes.applyCoupons(input)),
      request: opened((input) => quotes.request(input)),
      book: opened((input) => quotes.book(input)),
      annotate: opened((input) => nothing(quotes.annotate(input))),
      exportCsv: async (filter) => {
        const path = await desktop.chooseFile({ suggestedName: 'quotes.csv', kind: 'CSV', extension: 'csv' });
        return path === null ? null : quoteBoard.writeCsv(filter, path);
      },
      remove: opened((input) => pendingDeletion(quotes.remove(input))),
    },
    guests: {
      suggest: ({ connectionId, search }) => guests.suggest(connectionId, search),
      list: ({ connectionId, search, offset, limit }) => guests.list(connectionId, search, offset, limit),
      get: ({ connectionId, id }) => guests.get(connectionId, id),
      ofQuote: ({ connectionId, quoteId }) => guests.ofQuote(connectionId, quoteId),
      remember: ({ connectionId, guest, quoteIds }) => guests.remember(connectionId, guest, quoteIds),
      sentOffers: async ({ connectionId, id }) => ({ count: await guestsAndOffers.countSent(connectionId, id) }),
      remove: ({ connectionId, ids, withOffers }) =>
        pendingDeletion(guestsAndOffers.remove(connectionId, ids, withOffers)),
      lost: () => guestsAndOffers.lost(),
      deleteLost: () => nothing(guestsAndOffers.deleteLost()),
      exportCsv: async ({ connectionId }) => {
        const path = await desktop.chooseFile({ suggestedName: 'guests.csv', kind: 'CSV', extension: 'csv' });
        return path === null ? null : guests.writeCsv(connectionId, path);
      },
    },
    booking: {
      notes: ({ connectionId }) => services.bookingNotes.list(connectionId),
      tick: ({ step, isDone, ...of }) => nothing(services.bookingNotes.tick(of, step, isDone)),
      forgetRefusal: ({ listingId, ...of }) => nothing(services.bookingNotes.forgetRefusal(of, listingId)),
    },
    offers: {
      preview: opened((input) => offers.preview(input)),
      copyMail: (input) => offers.copyMail(input, (content) => desktop.copyTable(content)),
      savePdf: async (input) => {
        const path = await desktop.chooseFile({ suggestedName: 'offer.pdf', kind: 'PDF', extension: 'pdf' });
        return path === null ? null : offers.savePdf(input, path, (html) => desktop.printPdf(html));
      },
      saveMail: async (input) => {
        const path = await desktop.chooseFile({ suggestedName: 'offer.eml', kind: 'Mail', extension: 'eml' });
        return path === null ? null : offers.saveMail(input, path);
      },
      sent: opened(({ connectionId, quoteId }) => offers.sent(connectionId, quoteId)),
      sentDocument: ({ connectionId, id }) => offers.sentDocument(connectionId, id),
      sender: () => offers.sender(),
      setSender: (changes) => offers.setSender(changes),
      chooseLogo: async () => {
        const path = await desktop.openFile();
        return path === null ? offers.sender() : offers.setLogo(path);
      },
      removeLogo: () => offers.removeLogo(),
    },
    doctor: {
      failures: (input) => doctor.failures(input),
      failure: ({ exchangeId }) => doctor.failure(exchangeId),
      access: ({ connectionId }) => access.matrix(connectionId),
      probeAccess: (input, { signal }) => access.probe(input, signal),
      incidents: ({ connectionId, range }) => incidents.timeline(connectionId, range),
      readText: ({ text }, context) => pasted.readText(text, context),
      readFile: async (_nothing, context) => {
        const path = await desktop.openFile();
        return path === null ? null : pasted.readFile(path, context);
      },
      readPiece: (piece, context) => pasted.readPiece(piece, context),
    },
    cases: {
      list: ({ offset, limit, ...filter }) => cases.list(filter, offset, limit),
      detail: ({ id }) => cases.get(id),
      corrected: ({ id }) => cases.corrected(id),
      summary: ({ id }) => cases.summary(id),
      setState: ({ id, state }) => cases.setState(id, state),
      note: ({ id, notes, from }) => cases.note(id, notes, from),
      remove: ({ ids }) => pendingDeletion(cases.remove(ids)),
      exportJson: async (filter) => {
        const path = await desktop.chooseFile({ suggestedName: 'cases.json', kind: 'JSON', extension: 'json' });
        return path === null ? null : cases.write(path, filter);
      },
      bundlePreview: ({ id, marks }) => cases.bundlePreview(id, marks),
      saveBundle: async ({ previewId }) => {
        const suggestedName = await cases.bundleName(previewId);
        const path = await desktop.chooseFile({ suggestedName, kind: 'Support bundle', extension: 'zip' });
        return path === null ? null : cases.saveBundle(path, previewId);
      },
      openBundle: async () => {
        const path = await desktop.openFile();
        return path === null ? null : cases.openBundle(path);
      },
    },
    deletions: {
      undo: ({ deletionId }) => nothing(services.deletions.undo(deletionId)),
    },
    sandbox: {
      state: () => sandbox.state(),
      apply: (command) => sandbox.apply(command),
    },
    training: {
      state: () => training.state(),
      start: (input) => training.start(input),
      takeHint: () => training.takeHint(),
      answer: (answer) => training.answer(answer),
      leave: () => training.leave(),
      deleteProgress: () => training.deleteProgress(),
    },
  };
};
