/** The two relays, of clones and of installed applications, do the same: against a real local socket, and against those who take its place. */
import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildBesideRelay, buildRelay, relayFile } from '../../scripts/lib/relay.mjs';
import { relay } from '../../src/main/command-line/relay.ts';
import {
  type Call,
  keyOfCookie,
  newNonce,
  type Piece,
  proofOf,
  RUN_FILE,
  RUN_FOLDER,
  STREAMING_COMMAND,
} from '../../src/main/gateway/conversation.ts';
import { type LocalDoor, openLocalDoor } from '../../src/main/gateway/local-door.ts';
import { anyCharacter } from '../support/any-character.ts';
import { runOnStreams } from '../support/run-on-streams.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually } from '../support/test-console.ts';

const missing = process.platform === 'win32' ? 'not on Windows' : buildRelay();
const binary = relayFile();

interface Run {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}
interface Options {
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  /** The standard output cannot be written. */
  readonly isFull?: boolean;
}
type Relay = (args: readonly string[], options?: Options) => Promise<Run>;

let folder: string;
let door: LocalDoor | null = null;
const calls: Call[] = [];
let pieces: readonly Piece[] = [];

const ofClones: Relay = (args, { env = {}, input = '', isFull = false } = {}) => {
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('ENOSPC')) }).on('error', () => {});
  const program = env.LATCHKEY_APP ?? null;
  const of = { folders: [folder], env, platform: 'linux', program, cwd: process.cwd() } as const;
  return runOnStreams((streams) => relay(args, { ...of, ...streams, ...(isFull ? { output: full } : {}) }), input);
};

const ofInstalled: Relay = async (args, { env = {}, input = '', isFull = false } = {}) => {
  const out = isFull ? openSync('/dev/full', 'w') : 'pipe';
  const held = openSync(join(folder, 'held'), 'w');
  const stdio = ['pipe', out, 'pipe', ...Array.from({ length: 6 }, () => 'ignore' as const), held] as const;
  const child = spawn(binary, [...args], { env: { LATCHKEY_DATA: folder, ...env }, stdio: [...stdio] });
  closeSync(held);
  child.stdin?.on('error', () => {}).end(input);
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  const texts = [child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : ''));
  const [said = '', sworn = ''] = await Promise.all(texts);
  return { status: await status, out: said, err: sworn };
};

beforeEach(() => {
  folder = makeTempFolder();
  calls.length = 0;
});
afterEach(() => {
  door?.close();
  door = null;
  removeTempFolder(folder);
});

async function listen(): Promise<void> {
  door = await openLocalDoor(folder, async (call, send, _signal, incoming) => {
    calls.push(call);
    // The command whose standard input goes on: each piece comes back.
    if (call.args[0] === STREAMING_COMMAND)
      for (let piece = await incoming(); piece !== null; piece = await incoming()) send({ out: piece });
    for (const piece of pieces) send(piece);
  });
}

/** Takes the place of the app, with a run file that names {@link COOKIE}; puts what it hears into `heard`. */
async function squat(answer: (hello: Record<string, string>) => object | null, heard: string[]): Promise<Server> {
  mkdirSync(join(folder, RUN_FOLDER), { mode: 0o700 });
  const address = join(folder, 's');
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (data) => {
        heard.push(String(data));
        const said = answer(JSON.parse(String(data)));
        if (said) socket.write(`${JSON.stringify(said)}\n`);
        else socket.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  const file = JSON.stringify({ version: 1, address, cookie: COOKIE });
  writeFileSync(join(folder, RUN_FOLDER, RUN_FILE), file, { mode: 0o600 });
  return server;
}
const COOKIE = newNonce();

const NOT_RUNNING = 'Latchkey is not running: start the app, then try again.\n';
const RELAYS = [
  ['of clones', ofClones, null],
  ['of installed applications', ofInstalled, missing],
] as const;

describe.each(RELAYS)('the relay %s', (_name, run, reason) => {
  const test = reason === null && process.platform !== 'win32' ? it : it.skip;

  test('hands on the standard input of a command that listens, and ends when the command does', async () => {
    pieces = [{ status: 0 }];
    await listen();
    const input = `{"a":"ü\u2028€"}\n${'{"b":1}\n'.repeat(20_000)}{"c":"ü"}`;
    expect(await run(['mcp'], { input })).toEqual({ status: 0, out: input, err: '' });
    expect(calls[0]?.input).toBeNull();
  });

  test('hands over what it was given, and writes the answer with its status', async () => {
    const long = 'ü\u{1F600}\u2028'.repeat(200_000);
    pieces = [{ out: 'a\u0000b\u001b"\\/\n' }, { err: 'ö\n' }, { out: long }, { status: 75 }];
    await listen();
    const args = ['calendar', '-', '--from', 'a "quoted" \\ word\n\u{1F600}', ''];
    const env = { LATCHKEY_KEY: 'lk_1', LATCHKEY_PROGRAM: 'größe' };
    expect(await run(args, { env, input: 'eins\nzwei "\u0000' })).toEqual({
      ...{ status: 75, out: `a\u0000b\u001b"\\/\n${long}`, err: 'ö\n' },
    });
    pieces = [{ status: 0 }];
    expect(await run(['programs'], { env: { LATCHKEY_KEY: '', LATCHKEY_PROGRAM: '' } })).toMatchObject({ status: 0 });
    expect(calls).toEqual([
      { args, folder: process.cwd(), key: 'lk_1', name: 'größe', input: 'eins\nzwei "\u0000' },
      { args: ['programs'], folder: process.cwd(), key: '', name: null, input: null },
    ]);
  });

  test('reads and writes any text', async () => {
    const anyText = fc.string({ unit: anyCharacter, maxLength: 40 });
    await listen();
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (word, answer) => {
        const sent = word.replaceAll('\0', '');
        pieces = [{ out: answer }, { status: 0 }];
        const ran = await run(['quote', sent, '-'], { input: word });
        expect([ran.out, calls.at(-1)?.args[1], calls.at(-1)?.input]).toEqual([answer, sent, word]);
      }),
      { numRuns: 8, examples: [['--\ud83d\ude00', '\u0080\u07ff\u0800\uffff\u{10ffff}']] },
    );
  });

  test('says that an input is too long, and that no app runs', async () => {
    expect((await run(['calendar', '-'], { input: 'é'.repeat(1_000_000) })).err).toBe(NOT_RUNNING);
    const input = 'é'.repeat(1_000_001);
    const tooLong = 'The standard input is longer than 1 MB.';
    expect(await run(['calendar', '-'], { input })).toEqual({ status: 64, out: '', err: `${tooLong}\n` });
    const documentOf = (code: string, sentence: string) => {
      const meta = { requests: 0, waitedMs: 0, issued: 0, exchangeIds: [] };
      return `${JSON.stringify({ version: 1, ok: false, error: { code, sentence }, meta })}\n`;
    };
    expect(await run(['calendar', '-', '--json'], { input })).toEqual({
      ...{ status: 64, out: documentOf('invalidInput', tooLong), err: '' },
    });
    expect(await run(['listings', '--json'])).toEqual({
      ...{ status: 69, out: documentOf('notRunning', NOT_RUNNING.trim()), err: '' },
    });
  });

  // Elsewhere no file is always full, and a session cannot be taken away from a process.
  const onLinux = process.platform === 'linux' ? test : it.skip;
  onLinux('fails when its answer cannot be written', async () => {
    pieces = [{ out: 'x'.repeat(10) }, { status: 0 }];
    await listen();
    expect((await run(['listings'], { isFull: true })).status).toBe(74);
  });

  test('tells a squatter no argument and no key', async () => {
    const heard: string[] = [];
    const forged = await squat(() => ({ nonce: newNonce(), proof: newNonce() }), heard);
    expect(await run(['listings', 'secret words'], { env: { LATCHKEY_KEY: 'lk_mine' } })).toEqual({
      ...{ status: 69, out: '', err: NOT_RUNNING },
    });
    forged.close();
    rmSync(join(folder, RUN_FOLDER), { recursive: true });
    rmSync(join(folder, 's'), { force: true });
    // Its own proof sent back to it proves nothing either, and neither does silence.
    const mirrored = await squat(
      ({ nonce = '' }) => ({ nonce, proof: proofOf(keyOfCookie(COOKIE), 'relay', nonce, nonce) }),
      heard,
    );
    expect((await run(['listings', 'secret words'])).status).toBe(69);
    mirrored.close();
    expect(heard).toHaveLength(2);
    for (const line of heard) expect(line).toMatch(/^\{"nonce":"[0-9a-f]{64}"\}\n$/);
  });

  test('says that the app ended before it answered', async () => {
    const server = await squat(
      ({ nonce = '', proof }) =>
        proof === undefined ? { nonce: COOKIE, proof: proofOf(keyOfCookie(COOKIE), 'app', nonce, COOKIE) } : null,
      [],
    );
    expect(await run(['listings'])).toEqual({ status: 69, out: '', err: 'Latchkey ended before it answered.\n' });
    server.close();
  });

  test('says that a write may have been done when the app ends after it has said so', async () => {
    pieces = [{ lost: 'It may be made.' }];
    await listen();
    expect(await run(['quote', 'create', 'x'])).toEqual({ status: 76, out: '', err: 'It may be made.\n' });
    const { status, out } = await run(['quote', 'create', 'x', '--json']);
    expect([status, JSON.parse(out).error]).toEqual([76, { code: 'outcomeUnknown', sentence: 'It may be made.' }]);
    // What the app would have answered otherwise, unless that has come meanwhile.
    pieces = [{ lost: 'It may be made.', unanswered: '{"id":1}\n{"id":"2"}\n' }];
    const told = await run(['mcp']);
    expect(told).toEqual({ status: 76, out: '{"id":1}\n{"id":"2"}\n', err: 'It may be made.\n' });
    pieces = [...pieces, { out: 'done\n' }, { lost: '', unanswered: '' }];
    expect(await run(['mcp'])).toMatchObject({ status: 69, out: 'done\n' });
  });

  test('believes no run file that another user could have written', async () => {
    pieces = [{ status: 0 }];
    await listen();
    const [runFolder, file] = [join(folder, RUN_FOLDER), join(folder, RUN_FOLDER, RUN_FILE)];
    const written = readFileSync(file, 'utf8');
    expect((await run(['listings'])).status).toBe(0);
    chmodSync(file, 0o644);
    expect((await run(['listings'])).status).toBe(69);
    rmSync(file);
    writeFileSync(join(folder, 'elsewhere'), written, { mode: 0o600 });
    symlinkSync(join(folder, 'elsewhere'), file);
    expect((await run(['listings'])).status).toBe(69);
    rmSync(file);
    for (const text of ['', '{}', `${written}x`, written.replace('"version":1', '"version":2')]) {
      writeFileSync(file, text, { mode: 0o600 });
      expect((await run(['listings'])).status).toBe(69);
    }
    writeFileSync(file, written, { mode: 0o600 });
    expect((await run(['listings'])).status).toBe(0);
    chmodSync(runFolder, 0o755);
    expect((await run(['listings'])).status).toBe(69);
    chmodSync(runFolder, 0o700);
  });

  onLinux('starts the app only in a desktop session', async () => {
    const env = { LATCHKEY_APP: '/bin/sh' };
    expect((await run(['listings'], { env })).err).toContain('there is no desktop session to start it in');
  });

  onLinux('starts the app, again if need be, without its caller’s key, folder and open files', async () => {
    const [program, starts] = [join(folder, 'program'), join(folder, 'starts')];
    writeFileSync(program, `#!/bin/sh\n{ env; pwd; readlink /proc/$$/fd/9; echo end; } >> '${starts}'\n`, {
      mode: 0o700,
    });
    pieces = [{ out: 'here' }, { status: 0 }];
    const env = { LATCHKEY_APP: program, DISPLAY: ':0', LATCHKEY_KEY: 'lk_mine', LATCHKEY_PROGRAM: 'cron' };
    const asked = run(['listings'], { env });
    const said = () => (existsSync(starts) ? readFileSync(starts, 'utf8') : '');
    await eventually(async () => said().split('end\n').length === 3);
    await listen();
    expect(await asked).toMatchObject({ status: 0, out: 'here' });
    expect(calls[0]?.key).toBe('lk_mine');
    expect(said()).toContain('DISPLAY=:0');
    expect(said()).not.toMatch(/lk_mine|cron|held/);
    expect(said()).not.toContain(`\n${process.cwd()}\n`);
  });
});

describe.skipIf(missing !== null)('the relay in C', () => {
  it('hashes as the standards say', async () => {
    const file = join(folder, 'vectors');
    expect(buildBesideRelay('vectors.c', file)).toBeNull();
    const child = spawn(file);
    const lines = (await text(child.stdout)).trim().split('\n');
    const hmacOf = (key: Buffer, said: string | Buffer) => createHmac('sha256', key).update(said).digest('hex');
    const cookie = 'aa'.repeat(32);
    expect(lines).toEqual([
      ...Array.from({ length: 201 }, (_, length) => createHash('sha256').update('a'.repeat(length)).digest('hex')),
      // RFC 4231, cases 1 to 3.
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
      hmacOf(Buffer.from('Jefe'), 'what do ya want for nothing?'),
      hmacOf(Buffer.alloc(20, 0xaa), Buffer.alloc(50, 0xdd)),
      `${proofOf(keyOfCookie(cookie), 'app', cookie, cookie)} 1 0`,
    ]);
  });

  it.skipIf(process.platform !== 'linux')('starts the app once, however many commands ask at once', async () => {
    const program = join(folder, 'program');
    const starts = join(folder, 'starts');
    writeFileSync(program, `#!/bin/sh\necho "$@" >> '${starts}'\n`, { mode: 0o700 });
    pieces = [{ out: 'here' }, { status: 0 }];
    const env = { LATCHKEY_APP: program, DISPLAY: ':0' };
    const from = performance.now();
    const many = Array.from({ length: 50 }, () => ofInstalled(['listings'], { env }));
    await eventually(async () => existsSync(starts));
    await listen();
    expect(new Set((await Promise.all(many)).map(({ status, out }) => `${status} ${out}`))).toEqual(
      new Set(['0 here']),
    );
    // The one command that starts the app tries again every three seconds, which a busy machine may need to answer.
    const tries = 1 + Math.floor((performance.now() - from) / 3_000);
    const started = readFileSync(starts, 'utf8');
    expect(started).toBe('--background\n'.repeat(Math.min(tries, started.split('\n').length - 1)));
    expect(started).not.toBe('');
  });

  it('hands what needs no running app to the application’s program', async () => {
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\nfor arg; do echo "<$arg>"; done\nexit 3\n', { mode: 0o700 });
    const env = { LATCHKEY_APP: program };
    for (const args of [[], ['diagnose', '-'], ['listings', '--help'], ['--background'], ['latchkey://quotes']])
      expect(await ofInstalled(args, { env })).toEqual({
        ...{ status: 3, err: '', out: args.map((arg) => `<${arg}>\n`).join('') },
      });
    // It lies in the resources of the application.
    const resources = join(folder, 'app', 'resources', 'bin');
    mkdirSync(resources, { recursive: true });
    writeFileSync(join(resources, 'latchkey'), readFileSync(binary), { mode: 0o700 });
    symlinkSync(join(resources, 'latchkey'), join(folder, 'link'));
    writeFileSync(join(folder, 'app', 'latchkey'), '#!/bin/sh\necho started\n', { mode: 0o700 });
    expect(await text(spawn(join(folder, 'link')).stdout)).toBe('started\n');
    expect((await ofInstalled([])).status).toBe(69);
  });
});
