/** What a customer sent, through IPC and the real thread: masked, diagnosed, and nothing sent. */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FromReader } from '../../src/main/doctor/read/worker/messages.ts';
import { FakeCipher } from '../support/fake-cipher.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';
import { PASTE_WORKER } from '../support/worker-scripts.ts';
import { SAMPLES, TOKEN } from '../unit/main/doctor/read/samples.ts';

const REFUSED = SAMPLES.find(({ name }) => name === 'cURL with its answer')?.text ?? '';
const OWN_SECRET = 'Hv3-own-secret-of-the-console-91';

let folder: string;
let one: TestConsole | undefined;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await one?.close();
  removeTempFolder(folder);
});

it('reads a text, a chosen file and a dropped one to the same verdict, sends nothing, and keeps one masked case', async () => {
  const path = join(folder, 'failure.txt');
  one = await openTestConsole({ folder: join(folder, 'console'), openFile: async () => path });
  const connect = vi.spyOn(Socket.prototype, 'connect');
  const fetched = vi.fn(() => Promise.reject(new Error('no network')));
  vi.stubGlobal('fetch', fetched);
  const { doctor } = one.latchkey;
  const progress: unknown[] = [];
  doctor.onReading((payload) => progress.push(payload));
  const text = await outputOf(doctor.readText({ text: REFUSED }));
  expect(text.cases[0]?.diagnosis.verdicts[0]?.cause).toBe('bearerMissing');
  writeFileSync(path, Buffer.from(REFUSED, 'utf16le'));
  expect(await outputOf(doctor.readFile(null))).toEqual(text);
  const base64 = Buffer.from(REFUSED).toString('base64');
  const half = base64.length - 80;
  const piece = { id: 'dropped', size: REFUSED.length };
  expect(
    await outputOf(doctor.readPiece({ ...piece, index: 0, piece: base64.slice(0, half), isLast: false })),
  ).toBeNull();
  expect(await outputOf(doctor.readPiece({ ...piece, index: 1, piece: base64.slice(half), isLast: true }))).toEqual(
    text,
  );
  expect(progress.length).toBeGreaterThanOrEqual(4);
  expect(fetched).not.toHaveBeenCalled();
  expect(connect).not.toHaveBeenCalled();
  const { cases } = one.latchkey;
  const kept = await outputOf(cases.list({ search: '', state: null, offset: 0, limit: 9 }));
  expect(kept).toMatchObject({ total: 1 });
  const told = JSON.stringify([one.pair.crossed.filter(({ direction }) => direction === 'out'), one.files()]);
  expect(told).not.toContain(TOKEN);
});

it('masks the secrets that the console keeps, wherever a customer repeats them', async () => {
  one = await openTestConsole({ folder, cipher: new FakeCipher() });
  const { connections, doctor } = one.latchkey;
  const addresses = {
    ...{ baseUrl: 'https://open.example', authUrl: 'https://open.example' },
    ...{ bookingBaseUrl: '', bookingAuthUrl: '' },
  };
  const openApi = { clientId: 'open-client', clientSecret: OWN_SECRET };
  await outputOf(connections.create({ name: 'Mine', presetId: 'custom', addresses, openApi, applications: [] }));
  const text = `HTTP/1.1 403 Forbidden\nContent-Type: application/json\n\n{"message":"unknown thing ${OWN_SECRET} here"}`;
  const report = await outputOf(doctor.readText({ text }));
  expect(report.cases[0]?.failure.responseBody).toBe('{"message":"unknown thing [redacted] here"}');
});

it('ends when the call is cancelled', async () => {
  one = await openTestConsole({ folder });
  const large = `${REFUSED}\n${'POST /x 200 1 ms\n'.repeat(50_000)}`;
  let cancel = () => {};
  const answer = errorOf(
    one.latchkey.doctor.readText({ text: large }, (given) => {
      cancel = given;
    }),
  );
  cancel();
  expect(await answer).toMatchObject({ code: 'cancelled' });
});

it('opens no socket in its thread', async () => {
  const spy = `import { Socket } from 'node:net'; import { parentPort } from 'node:worker_threads';
    Socket.prototype.connect = () => { parentPort.postMessage({ kind: 'connected' }); throw new Error('no network'); };
    globalThis.fetch = Socket.prototype.connect;`;
  const worker = new Worker(PASTE_WORKER, {
    execArgv: ['--no-warnings', '--import', `data:text/javascript,${encodeURIComponent(spy)}`],
  });
  const said: string[] = [];
  const done = new Promise<void>((resolve) => {
    worker.on('message', (message: FromReader) => {
      said.push(message.kind);
      if (message.kind === 'report') resolve();
    });
  });
  worker.postMessage({ kind: 'start', secrets: [], services: [], formats: { locale: 'en-GB', clock: 'h23' } });
  for (const { text } of SAMPLES) worker.postMessage({ kind: 'chunk', bytes: Buffer.from(`${text}\n\n`) });
  worker.postMessage({ kind: 'finish' });
  await done;
  await worker.terminate();
  expect(new Set(said)).toEqual(new Set(['progress', 'report']));
});
