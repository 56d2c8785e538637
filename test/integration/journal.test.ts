/** The journal with its thread and its file, as the console has them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../../src/main/journal/journal.ts';
import type { StartWorker, WorkerEvents } from '../../src/main/journal/worker/messages.ts';
import { startInline } from '../../src/main/journal/worker/start-inline.ts';
import { startThread } from '../../src/main/journal/worker/start-thread.ts';
import { machineClock } from '../../src/main/platform/machine.ts';
import {
  Exchange,
  ExchangeFacets,
  ExchangePage,
  filterOf,
  JournalState,
  Timeline,
} from '../../src/shared/model/traffic.ts';
import { journalTraffic } from '../bench/support/journal-traffic.ts';
import { FakeLog } from '../support/fake-log.ts';
import { journalText } from '../support/journal-text.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually } from '../support/test-console.ts';
import { JOURNAL_WORKER } from '../support/worker-scripts.ts';

const CHOICES = { maxDays: 30, maxMegabytes: 100, bodyKilobytes: 64, keepGuests: false, keepTexts: false };
let folder = '';
let file = '';
let open: Journal[] = [];
beforeEach(() => {
  folder = makeTempFolder();
  file = join(folder, 'journal.db');
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((journal) => journal.close()));
  removeTempFolder(folder);
});

function openJournal(start: StartWorker = startThread(JOURNAL_WORKER)): Journal {
  const fallback = startInline(machineClock);
  const journal = new Journal({ file, choices: CHOICES, clock: machineClock, log: new FakeLog(), start, fallback });
  open.push(journal);
  return journal;
}
const { next } = journalTraffic(7, Date.UTC(2026, 10, 21));
const pageOf = (journal: Journal, search = '') =>
  journal.page({ filter: filterOf('office', { search }), before: null, limit: 1_000 });

describe('the journal in its thread', () => {
  it('keeps exchanges that fit the contract, over a restart', async () => {
    const journal = openJournal();
    const raws = Array.from({ length: 100 }, next);
    for (const raw of raws) journal.record(raw);
    const page = await pageOf(journal);
    expect(page.exchanges.map(({ id }) => id)).toEqual(raws.map(({ id }) => id).reverse());
    await journal.close();

    const again = openJournal();
    expect((await pageOf(again)).exchanges).toEqual(page.exchanges);
    expect(ExchangePage.parse(await pageOf(again, 'lisbon')).matched.count).toBeGreaterThan(0);
    expect(Exchange.parse(await again.get(raws[5]?.id ?? '')).requestHeaders.length).toBeGreaterThan(2);
    ExchangeFacets.parse(await again.facets('office'));
    const until = page.exchanges[0]?.sentAt ?? 0;
    Timeline.parse(await again.timeline({ filter: filterOf('office'), until, bucketMs: 1_000, buckets: 60 }));
    expect(JournalState.parse(again.state())).toMatchObject({
      storage: 'file',
      exchanges: 100,
      lost: 0,
      quarantined: null,
    });
  });

  it('loses and doubles no exchange when its thread dies repeatedly', async () => {
    const real = startThread(JOURNAL_WORKER);
    let kill = () => {};
    const journal = openJournal((events: WorkerEvents) => {
      const host = real(events);
      kill = () => {
        host.stop();
        events.onExit(new Error('killed'));
      };
      return host;
    });
    const told: string[] = [];
    journal.recorded.subscribe(({ exchanges }) => told.push(...exchanges.map(({ id }) => id)));
    const ids: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      for (let count = 0; count < 30; count += 1) {
        const raw = next();
        ids.push(raw.id);
        journal.record(raw);
        // The thread dies with some of them kept and some not.
        if (count === 15) await eventually(async () => told.length > turn * 30);
      }
      if (turn < 2) kill();
    }
    const page = await pageOf(journal);
    expect(page.exchanges.map(({ id }) => id)).toEqual(ids.toReversed());
    await journal.close();
    expect(told.toSorted()).toEqual(ids.toSorted());
  });

  it('works without a thread when none can be started', async () => {
    const journal = openJournal(startThread(new URL('./no-such-worker.ts', import.meta.url)));
    const raw = next();
    journal.record(raw);
    expect((await pageOf(journal)).exchanges.map(({ id }) => id)).toEqual([raw.id]);
  });

  it('has every exchange on record that was posted just before the process was killed', async () => {
    const script = new URL('../support/journal-child.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [script, file, '60'], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { exchanges } = await pageOf(openJournal());
    const ids = new Set(exchanges.map(({ id }) => id));
    expect(Array.from({ length: 60 }, (_, index) => `x${index}`).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('has no planted secret in any row, content or term of the index', async () => {
    const secrets = [
      'planted-bearer-0123456789abcdef',
      'planted-client-secret-42',
      'tok_plantedcard4242',
      'ines.planted@mail.example',
    ];
    const [bearer = '', clientSecret = '', card = '', mail = ''] = secrets;
    const journal = openJournal();
    for (let count = 0; count < 40; count += 1)
      journal.record({
        ...next(),
        operation: count % 2 ? 'token' : 'quoteInstant',
        url: `https://booking.example/api?access_token=${bearer}&email=${mail}`,
        requestHeaders: [
          ['authorization', `Bearer ${bearer}`],
          ['cookie', `session=${clientSecret}`],
        ],
        requestBody: {
          text: JSON.stringify({ ccToken: card, client_secret: clientSecret, guest: { email: mail } }),
          bytes: 90,
        },
        responseHeaders: [
          ['content-type', 'application/json'],
          ['set-cookie', `id=${bearer}`],
        ],
        responseBody: {
          text: JSON.stringify({ access_token: bearer, said: `not ${card}`, guest: { email: mail } }),
          bytes: 90,
        },
        secrets: [bearer, card],
      });
    await pageOf(journal);
    const text = journalText(file).toLowerCase();
    expect(text).toContain('booking.example');
    expect(text).toContain('application');
    const pieces = [
      ...secrets,
      ...secrets.flatMap((secret) => secret.split(/[^a-z0-9]+/).filter((word) => word.includes('planted'))),
    ];
    for (const piece of pieces) expect(text.includes(piece), piece).toBe(false);
  });
});
