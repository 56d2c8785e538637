/**
 * What version 0.1.0 wrote to disk still opens. test/fixtures/0.1.0 has the files of one console: documents, ledger and usage log as they
 * were, the two databases compressed. Its secrets are texts such as "not-a-secret-1", encrypted with the cipher of tests.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileLines } from '../../src/main/platform/file-lines.ts';
import { machineRandom } from '../../src/main/platform/machine.ts';
import { UnsyncedFileLines } from '../../src/main/platform/unsynced-file-lines.ts';
import { Ledger } from '../../src/main/tokens/ledger.ts';
import { UsageLog } from '../../src/main/traffic/limits/usage-log.ts';
import { SecretCipher } from '../../src/main/vault/secret-cipher.ts';
import { Vault } from '../../src/main/vault/vault.ts';
import { ErrorData } from '../../src/shared/errors.ts';
import { FakeCipher } from '../support/fake-cipher.ts';
import { FakeLog } from '../support/fake-log.ts';
import { FileDocument } from '../support/file-document.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const FIXTURE = new URL('../fixtures/0.1.0/', import.meta.url).pathname;
/** The files of the same console that each store had for itself, before console.db and cache.db. */
const FORMER_FILES = new URL('../fixtures/former-files/', import.meta.url).pathname;
const CONNECTION = '29fa5317-a0dc-463b-92c2-485d66957849';
const OPEN_API = 'c60b597b-32d9-4cd4-b549-6609cfb14f7b';
const APPLICATION = 'f622e57c-b741-44bf-a7d1-64f14cd7e53e';
/** A minute after the files were written. */
const SOON = 1_795_314_688_000;
const OPEN_CIRCUIT = {
  code: 'circuitOpen',
  host: 'open.example',
  until: expect.any(Number),
  failures: 5,
  reason: 'it answered 503',
};

let folder = '';
let store = '';
let log: FakeLog;
let running: TestConsole | null = null;
const clock = new ManualClock(SOON);
beforeEach(() => {
  folder = makeTempFolder();
  store = join(folder, 'store');
  log = new FakeLog();
  mkdirSync(store);
  for (const fixture of [FORMER_FILES, FIXTURE])
    for (const name of readdirSync(fixture))
      if (name.endsWith('.gz'))
        writeFileSync(join(store, name.slice(0, -3)), gunzipSync(readFileSync(join(fixture, name))));
      else copyFileSync(join(fixture, name), join(store, name));
});
afterEach(async () => {
  await running?.close();
  running = null;
  removeTempFolder(folder);
});

describe('the files of 0.1.0', () => {
  it('open as a console with the same connections, choices, quotes and tasks', async () => {
    running = await openTestConsole({ folder });
    const { latchkey } = running;
    expect((await outputOf(latchkey.app.info(null))).quarantined).toEqual([]);
    const { currentId, connections } = await outputOf(latchkey.connections.list(null));
    expect(currentId).toBe(CONNECTION);
    expect(connections.map(({ name }) => name)).toEqual(['Sandbox', 'Harbour flats']);
    expect(connections[1]).toMatchObject({
      id: CONNECTION,
      addresses: { baseUrl: 'https://open.example', bookingAuthUrl: 'https://booking-auth.example' },
      openApi: { id: OPEN_API, clientId: 'fixture-client', secret: 'encrypted' },
      applications: [
        {
          id: APPLICATION,
          label: 'Website',
          clientId: 'fixture-application',
          bookingOption: 'both',
          secret: 'encrypted',
        },
      ],
      activeApplicationId: APPLICATION,
    });
    expect(await outputOf(latchkey.app.preferences(null))).toMatchObject({
      audience: 'managers',
      theme: 'dark',
      desktop: ['tray', 'tokens'],
      storeUnprotected: false,
      journal: { maxDays: 14, maxMegabytes: 500, bodyKilobytes: 32, keepGuests: false, keepTexts: false },
      listingViews: [],
    });
    const operations = await outputOf(latchkey.operations.list({ connectionId: CONNECTION }));
    expect(operations.find(({ operation }) => operation.id === 'search')?.variantId).toBe('listings');
    const { quotes } = await outputOf(latchkey.quotes.list({ connectionId: 'sandbox' }));
    expect(quotes).toMatchObject([
      { id: '5069051325fdd7258404f125', outcome: 'open', nights: 7, applicationId: 'sandbox-application-1' },
    ]);
    expect(quotes[0]).toMatchObject({ party: { adults: null, children: null, infants: null }, replacedBy: null });
    const ours = await outputOf(latchkey.quotes.list({ connectionId: CONNECTION }));
    expect(ours.quotes.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['q-2', 'unknown'],
      ['q-1', 'open'],
    ]);
    const guests = { connectionId: CONNECTION, search: '', offset: 0, limit: 10 };
    expect((await outputOf(latchkey.guests.list(guests))).rows).toMatchObject([
      { firstName: 'Ada', quoteIds: ['q-1'] },
    ]);
    const { tasks } = await outputOf(latchkey.tasks.list({ connectionId: CONNECTION }));
    expect(tasks.map(({ id }) => id)).toEqual(['task-new', 'task-calendars']);
    expect(tasks.slice(1)).toMatchObject([
      {
        id: 'task-calendars',
        title: 'Calendars of 4 listings',
        spec: { kind: 'calendars', from: '2026-12-01', until: '2026-12-02', listingIds: ['l1', 'l2', 'l3', 'l4'] },
        state: 'paused',
        steps: 4,
        done: 2,
        failed: 2,
        requests: 3,
        rows: 3,
        error: { ...OPEN_CIRCUIT, host: 'booking.example' },
      },
    ]);
    const found = { id: 'task-calendars', search: '', offset: 0, limit: 10 };
    const { rows } = await outputOf(latchkey.tasks.rows(found));
    expect(JSON.stringify(rows)).toMatch(/l1.*120.*l1.*130.*l2.*90/);
    const failures = await outputOf(latchkey.tasks.failures({ id: 'task-calendars' }));
    expect(failures.map(({ error }) => ErrorData.parse(error))).toEqual([
      { ...OPEN_CIRCUIT, host: 'booking.example' },
      { code: 'deadlineExceeded', what: 'This step', afterMs: 60_000 },
    ]);
  });

  it('give back the secrets and the token of the vault', async () => {
    const vault = await Vault.open({
      document: new FileDocument(join(store, 'vault.json')),
      secretCipher: new SecretCipher({ cipher: new FakeCipher(), log, storeUnprotected: () => false }),
      ask: async () => false,
      clock,
      random: machineRandom,
      log,
    });
    expect((await vault.secretOf(OPEN_API)).reveal()).toBe('not-a-secret-1');
    expect((await vault.secretOf(APPLICATION)).reveal()).toBe('not-a-secret-2');
    const token = await vault.storedToken(OPEN_API);
    expect(token?.accessToken.reveal()).toBe('not-a-token-1');
    expect(token).toMatchObject({ tokenType: 'Bearer', scope: 'open-api', generation: 1, origin: 'issued' });
    expect(vault.lastGenerationOf(OPEN_API)).toBe(1);
  });

  it('keep the issuances of the ledger', () => {
    const ledger = Ledger.open({
      file: new FileLines({ file: join(store, 'issuances.jsonl'), what: 'issuances', log }),
      log,
      now: () => 0,
    });
    const key = { api: 'openApi', clientId: 'fixture-client', tokenUrl: 'https://auth.example/oauth2/token' } as const;
    const { issuances, reported, rejected } = ledger.view(key);
    expect(issuances).toMatchObject([{ at: expect.any(Number), cause: 'start', outcome: 'confirmed' }]);
    expect(reported?.quota).toMatchObject({ limit: 5, remaining: 4 });
    expect(rejected).toBeNull();
  });

  it('keep the use of the rate-limit windows', () => {
    const file = new UnsyncedFileLines({ file: join(store, `rates-${CONNECTION}-openApi.notes`), what: 'rates' });
    const usageLog = new UsageLog({ file, log, now: () => SOON });
    expect(usageLog.read()).toMatchObject({ arrivals: [expect.any(Number)], pauseMs: 0 });
  });
});
