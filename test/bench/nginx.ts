/**
 * Runs the limiter against a real nginx (`limit_req`) over HTTPS on loopback for three real minutes; beside it, for one minute each,
 * other limiters and no limiter, each on a port with a count of its own. Prints one JSON line per figure, from nginx's log. Exits with 1
 * when nginx answered the console's limiter with 429, with 3 without nginx. Options: --minutes 3. docs/benchmarks.md explains the figures.
 */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { ensureBenchTools } from '../../scripts/lib/dependencies.mjs';
import { makeCertificate } from '../../src/main/platform/certificate.ts';
import { peers } from '../../tools/bench/peer-pacers.ts';
import { freePorts } from '../support/free-ports.ts';
import { trusting } from '../support/loopback.ts';
import { fractions, type Reply } from '../support/rate-servers/network.ts';
import { print } from './support/figure.ts';
import { latchkeys } from './support/latchkey-pacer.ts';
import { type Access, findNginx, type Nginx, startNginx } from './support/nginx.ts';
import type { PacerKind } from './support/pacer.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '3' } } });
if (!(await ensureBenchTools())) process.exit(1);
const MINUTES = Number(values.minutes);
const PEER_MINUTES = Math.min(1, MINUTES);
/** Requests that are queued or in flight at any time. */
const CONCURRENCY = 20;
/** Requests in flight and the pause after each answer without a limiter: too few to slow the other runs. */
const [UNPACED, UNPACED_PAUSE_MS] = [5, 50];

const unpaced: PacerKind = {
  name: 'no limiter',
  settings: `${UNPACED} in flight, ${UNPACED_PAUSE_MS} ms between an answer and the next request`,
  open: async () => ({
    async send(_lane, request) {
      await request();
      await new Promise((resolve) => setTimeout(resolve, UNPACED_PAUSE_MS));
    },
  }),
};

interface Run {
  readonly kind: PacerKind;
  readonly minutes: number;
  readonly atOnce: number;
  /** The server answers after 1.0 to 1.5 s, so that more than five requests are in flight at 4.6 a second; otherwise at once. */
  readonly slow: boolean;
}

const named = (name: string): PacerKind => {
  const kind = [...latchkeys, ...peers].find((it) => it.name === name);
  if (!kind) throw new Error(`there is no ${name}`);
  return kind;
};

const ours = named('latchkey');
const runs: readonly Run[] = [
  { kind: ours, minutes: MINUTES, atOnce: CONCURRENCY, slow: false },
  { kind: ours, minutes: MINUTES, atOnce: CONCURRENCY, slow: true },
  { kind: named('bottleneck'), minutes: PEER_MINUTES, atOnce: CONCURRENCY, slow: false },
  { kind: named('p-throttle'), minutes: PEER_MINUTES, atOnce: CONCURRENCY, slow: false },
  { kind: unpaced, minutes: PEER_MINUTES, atOnce: UNPACED, slow: false },
];

/** Sends for the time of the run; returns the maximum number in flight. */
async function drive({ kind, minutes, atOnce }: Run, send: () => Promise<Reply>): Promise<number> {
  const pacer = await kind.open('spec');
  let [inFlight, maxInFlight, over] = [0, 0, false];
  const request = async (): Promise<Reply> => {
    // Requests still queued at the end are not sent.
    if (over) return new Promise(() => {});
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    const reply = await send();
    inFlight -= 1;
    return reply;
  };
  const worker = async () => {
    while (!over) await pacer.send('bulk', request);
  };
  const end = new Promise<void>((resolve, reject) => {
    setTimeout(resolve, minutes * 60_000);
    for (let count = 0; count < atOnce; count += 1) worker().catch(reject);
  });
  await end;
  over = true;
  return maxInFlight;
}

function show({ kind, minutes, slow }: Run, port: number, log: readonly Access[], maxInFlight: number): boolean {
  const statuses = log.filter((access) => access.port === port).map(({ status }) => status);
  const count = (status: number) => statuses.filter((it) => it === status).length;
  const answers = slow ? 'answers after 1.0-1.5 s' : 'answers at once';
  const scenario = `nginx limit_req 275r/m burst=4 nodelay over https, ${minutes} min, ${answers}`;
  const figure = (metric: string, value: number, unit: string) =>
    print({ bench: 'nginx', subject: kind.name, scenario, metric, value, unit }, 4);
  figure('accepted', count(200), 'requests');
  figure('rejected429', count(429), 'requests');
  figure('efficiency', count(200) / (275 * minutes), 'share of 275/min');
  figure('in_flight_max', maxInFlight, 'requests');
  const other = statuses.length - count(200) - count(429);
  if (other > 0) throw new Error(`${other} requests of ${kind.name} were answered neither 200 nor 429`);
  return kind !== ours || count(429) === 0;
}

async function bench(program: string, started: (nginx: Nginx) => void): Promise<boolean> {
  const fraction = fractions(7);
  const work = createServer((_request, response) => {
    setTimeout(() => response.end('{"results":[]}'), 1_000 + fraction() * 500);
  });
  const ports = await freePorts(runs.length + 1);
  const upstreamPort = ports[runs.length];
  await new Promise<void>((resolve) => work.listen(upstreamPort, '127.0.0.1', resolve));
  const certificate = await makeCertificate({ now: Date.now() });
  const nginx = await startNginx({
    program,
    certificate,
    ports: runs.map(({ slow }, index) => ({
      port: ports[index] ?? 0,
      upstream: slow ? `http://127.0.0.1:${upstreamPort}` : null,
    })),
  });
  started(nginx);
  const fetch = trusting(certificate.cert);
  const maxima = await Promise.all(
    runs.map((run, index) =>
      drive(run, async () => {
        const answer = await fetch(new Request(`https://127.0.0.1:${ports[index]}/v1/search`));
        await answer.arrayBuffer();
        return { status: answer.status === 429 ? 429 : 200, headers: answer.headers };
      }),
    ),
  );
  const log = await nginx.finish();
  return runs.map((run, index) => show(run, ports[index] ?? 0, log, maxima[index] ?? 0)).every(Boolean);
}

const program = findNginx();
if (program === null) {
  console.error('nginx is not installed here. This installs it: sudo apt-get install -y nginx-light');
  process.exit(3);
}
let stop = () => {};
process.once('exit', () => stop());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
const passed = await bench(program, (nginx) => {
  stop = nginx.stop;
});
console.error(passed ? 'latchkey: 0 × 429 from nginx' : 'missed: nginx refused requests of latchkey');
process.exit(passed ? 0 : 1);
