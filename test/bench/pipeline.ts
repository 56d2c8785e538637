/**
 * Measures the time that the console adds to a request: a search through the bridge, IPC, the whole composition and real HTTPS on
 * loopback, in pairs with a bare fetch of the same address, without rate limits. Then measures clicks over a network that loses answers, in
 * virtual time. Prints one JSON line per figure. Options: --pairs 2500 (0: virtual time only), [seeds …]. docs/benchmarks.md explains the
 * figures.
 */
import { parseArgs } from 'node:util';
import { Agent, fetch } from 'undici';
import { serveHttps, trusting } from '../support/loopback.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf } from '../support/test-console.ts';
import { print } from './support/figure.ts';
import { addedMs, inTurns } from './support/in-turns.ts';
import { clicksWithLoss, dropOuts, type Loss, type LostClicks, losing } from './support/lost-clicks.ts';
import { percentile } from './support/percentile.ts';
import { searchAnswer } from './support/search-answer.ts';

const { values, positionals } = parseArgs({
  options: { pairs: { type: 'string', default: '2500' } },
  allowPositionals: true,
});
const SEEDS = positionals.length > 0 ? positionals.map(Number) : [1, 2, 3];
const PAIRS = Number(values.pairs);
const SIZES = { small: searchAnswer(2_000), large: searchAnswer(160_000) } as const;
type Size = keyof typeof SIZES;

const TOKEN = { access_token: 'token-of-the-bench', token_type: 'Bearer', expires_in: 86_400 };

/** For each pair, the milliseconds of each way. */
interface Pairs {
  readonly console: number[];
  readonly bare: number[];
}

function show(size: Size, { console: ours, bare }: Pairs): void {
  const kilobytes = Math.round(Buffer.byteLength(SIZES[size]) / 1_000);
  const scenario = `a search answered with ${kilobytes} KB over https on loopback, ${PAIRS} pairs`;
  const figure = (subject: string, metric: string, value: number) =>
    print({ bench: 'pipeline', subject, scenario, metric, value, unit: 'ms' });
  const added = addedMs(ours, bare);
  figure('latchkey', 'added_median_ms', percentile(added, 0.5));
  figure('latchkey', 'added_p90_ms', percentile(added, 0.9));
  figure('latchkey', 'added_p99_ms', percentile(added, 0.99));
  for (const [subject, times] of [
    ['latchkey', ours],
    ['bare fetch', bare],
  ] as const) {
    figure(subject, 'p50_ms', percentile(times, 0.5));
    figure(subject, 'p99_ms', percentile(times, 0.99));
  }
}

const LOSSES: Readonly<Record<string, Loss>> = {
  'lost-0': losing(0),
  'lost-1': losing(0.01),
  'lost-2': losing(0.02),
  'lost-5': losing(0.05),
  'drop-out-1.2': dropOuts(1_200),
  'drop-out-5': dropOuts(5_000),
};

/** Prints the worst of the seeds. */
async function showLosses(): Promise<void> {
  for (const [scenario, loss] of Object.entries(LOSSES)) {
    const runs: LostClicks[] = [];
    for (const seed of SEEDS) runs.push(await clicksWithLoss(loss, { minutes: 30, seed }));
    const figure = (metric: string, unit: string, values: readonly number[]) =>
      print({ bench: 'pipeline', subject: 'latchkey', scenario, metric, value: Math.max(...values), unit });
    const percentiles = (share: number) => runs.map(({ clickMs }) => percentile(clickMs, share));
    figure('click_p50_ms', 'ms', percentiles(0.5));
    figure('click_p99_ms', 'ms', percentiles(0.99));
    figure('click_max_ms', 'ms', percentiles(1));
    figure(
      'failed_clicks',
      'clicks',
      runs.map(({ failedClicks }) => failedClicks),
    );
    figure(
      'rejected429',
      'requests',
      runs.map(({ rejected429 }) => rejected429),
    );
    figure(
      'repeated_share',
      '',
      runs.map(({ repeated }) => repeated),
    );
  }
}

let size: Size = 'small';
const server = await serveHttps((request, response) => {
  response.setHeader('content-type', 'application/json');
  request.resume().on('end', () => response.end(request.method === 'POST' ? JSON.stringify(TOKEN) : SIZES[size]));
});
const folder = makeTempFolder();
const one = await openTestConsole({ threads: true, folder, apiFetch: trusting(server.certificate) });
one.pair.recordsMessages = false;
try {
  const { connections, availability } = one.latchkey;
  const { id: connectionId } = await outputOf(
    connections.create({
      name: 'Bench',
      presetId: 'custom',
      addresses: { baseUrl: '', authUrl: '', bookingBaseUrl: server.origin, bookingAuthUrl: server.origin },
      openApi: null,
      applications: [{ label: 'Bench', bookingOption: 'both', clientId: 'bench', clientSecret: 'secret-of-the-bench' }],
    }),
  );
  // Measure without rate limits.
  await outputOf(connections.update({ id: connectionId, limits: { booking: { kind: 'custom', rules: [] } } }));
  const dispatcher = new Agent({ connect: { ca: server.certificate } });
  const headers = { accept: 'application/json', authorization: `Bearer ${TOKEN.access_token}` };
  const stay = { checkIn: '2026-12-01', checkOut: '2026-12-05', guests: 2 };
  const url = `${server.origin}/v1/search?checkIn=${stay.checkIn}&checkOut=${stay.checkOut}&guests=2`;
  const ways = {
    console: () => outputOf(availability.search({ connectionId, applicationId: null, ...stay })),
    bare: async () => (await fetch(url, { headers, dispatcher })).text(),
  };
  for (size of PAIRS > 0 ? (['small', 'large'] as const) : []) {
    show(size, await inTurns(ways, PAIRS));
  }
  await dispatcher.close();
} finally {
  await one.close();
  await server.close();
  removeTempFolder(folder);
}
await showLosses();
