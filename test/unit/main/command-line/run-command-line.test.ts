/** `latchkey diagnose`: exit status, streams, and what the JSON document holds. It reaches for no network. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from '../../../../src/main/command-line/run-command-line.ts';
import { feedFile } from '../../../../src/main/doctor/read/feed-file.ts';
import { PastedReader } from '../../../../src/main/doctor/read/read-pasted.ts';
import { PastedReport } from '../../../../src/shared/model/pasted.ts';
import { runOnStreams } from '../../../support/run-on-streams.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { SAMPLES, TOKEN } from '../doctor/read/samples.ts';

const sampleOf = (name: string): string => SAMPLES.find((sample) => sample.name === name)?.text ?? '';
const REFUSED = sampleOf('cURL with its answer');
const ACCEPTED = `GET /v1/listings HTTP/1.1\nHost: open-api.guesty.com\nAuthorization: Bearer ${TOKEN}\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{"results":[],"count":0,"limit":20,"skip":0}`;

async function run(args: readonly string[], input: string | Buffer = '') {
  const { err: errors, ...ran } = await runOnStreams((streams) => runCommandLine(args, streams, 0), input);
  return { ...ran, errors };
}

const folders: string[] = [];
const tempFolder = (): string => {
  const folder = makeTempFolder();
  folders.push(folder);
  return folder;
};
afterEach(() => {
  vi.unstubAllGlobals();
  for (const folder of folders.splice(0)) removeTempFolder(folder);
});

describe('latchkey diagnose', () => {
  it.skipIf(process.platform === 'win32')('reads a pipe of the shell, which the window refuses', async () => {
    const pipe = join(tempFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = new PastedReader([]);
    expect(await feedFile(reader, pipe)).toBe('It is not a file.');
    expect(await feedFile(reader, '/dev/zero')).toBe('It is not a file.');
    const [{ status, out }] = await Promise.all([run(['diagnose', pipe]), writeFile(pipe, REFUSED)]);
    expect([status, out]).toEqual([1, expect.stringContaining('The Bearer prefix was missing')]);
  });

  it('ends with 1 and names the cause of a failure on the standard input, without a secret', async () => {
    const { status, out, errors } = await run(['diagnose', '-'], REFUSED);
    expect([status, errors]).toEqual([1, '']);
    expect(out).toContain('The Bearer prefix was missing');
    expect(out).toContain('--header "Authorization: Bearer $ACCESS_TOKEN"');
    expect(out).not.toContain(TOKEN);
  });

  it('prints no control character and no mark of direction of a name that it was given', async () => {
    const name = '\u001b]0;owned\u0007\u001b[2J\r\u202egnp.exe\u009b1m';
    for (const args of [['diagnose', name], [name], ['diagnose', `--${name}`], ['diagnose', '-', name, 'x']]) {
      const { status, out, errors } = await run(args);
      expect([status, out]).toEqual([2, '']);
      expect(errors.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
  });

  it('ends with 0 when nothing is wrong', async () => {
    const { status, out } = await run(['diagnose', '-'], ACCEPTED);
    expect([status, out]).toEqual([0, expect.stringContaining('Nothing is wrong with this exchange.')]);
    const har = (url: string) =>
      JSON.stringify({ log: { entries: [{ request: { url, headers: [] }, response: { status: 200 } }] } });
    expect(await run(['diagnose', '-'], har('https://a.example/'))).not.toMatchObject({ status: 0 });
    expect(await run(['diagnose', '-'], har('https://a.example/api/listings'))).toMatchObject({
      status: 0,
      out: expect.stringContaining('1 exchange found, none failed'),
    });
  });

  it('checks a request without its answer: 1 when something is wrong in it, else 0', async () => {
    const right = `curl https://open-api.guesty.com/v1/listings?limit=5 -H 'Authorization: Bearer ${TOKEN}'`;
    const clear = await run(['diagnose', '-'], right);
    expect(clear).toMatchObject({
      status: 0,
      out: expect.stringMatching(/Nothing that this request shows would be refused\.[\s\S]*not tell:[\s\S]*permission/),
    });
    const wrong = await run(['diagnose', '-'], right.replace('/v1/', '/v1/v1/').replace('limit', 'Limit'));
    expect(wrong).toMatchObject({ status: 1, out: expect.stringContaining('The service would not accept this') });
    expect(wrong.out).toContain('Its name is “limit”.');
    expect(wrong.out).toContain("curl 'https://open-api.guesty.com/v1/listings?limit=5'");
    expect(clear.out + wrong.out).not.toContain(TOKEN);
  });

  it('ends with 1 for a verdict on a text that shows no exchange', async () => {
    const told = 'The browser console says: blocked by CORS policy: No Access-Control-Allow-Origin header';
    const { status, out } = await run(['diagnose', '--json', '-'], told);
    expect(PastedReport.extend({ version: z.literal(1) }).parse(JSON.parse(out))).toMatchObject({
      exchanges: 0,
      cases: [{ diagnosis: { outcome: 'verdict' } }],
    });
    expect(status).toBe(1);
  });

  it('ends with 2 when nothing can be read, and says why', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'a-folder'));
    const large = join(folder, 'large.har');
    writeFileSync(large, '');
    truncateSync(large, 1_024 * 1_024 * 1_024);
    expect(await run(['diagnose', '-'], 'hello')).toMatchObject({
      status: 2,
      out: expect.stringMatching(/Nothing could be read\.[\s\S]*To ask the customer:/),
    });
    expect(await run(['diagnose', '-'], Buffer.from([0x1f, 0x8b, 8, 0]))).toMatchObject({
      status: 2,
      out: expect.stringContaining('gzip'),
    });
    for (const [file, why] of [
      [join(folder, 'nothing'), 'ENOENT'],
      [join(folder, 'a-folder'), 'It is a folder'],
      [large, 'larger than 256 MB'],
    ] as const)
      expect(await run(['diagnose', file])).toMatchObject({ status: 2, out: '', errors: expect.stringContaining(why) });
  });

  it('says what to do where the process has no standard input, and reads a file there', async () => {
    const file = join(tempFolder(), 'failure.txt');
    writeFileSync(file, REFUSED);
    const [output, errors] = [new PassThrough(), new PassThrough()];
    const streams = { input: null, output, errors };
    expect(await runCommandLine(['diagnose', '-'], streams, 0)).toBe(2);
    expect([output.read(), String(errors.read())]).toEqual([
      null,
      'Latchkey cannot read the standard input on Windows: save the text to a file and run latchkey diagnose FILE.\n',
    ]);
    expect(await runCommandLine(['diagnose', file], streams, 0)).toBe(1);
  });

  it('reads a file that begins with a dash behind --, and refuses what it does not know', async () => {
    const file = join(tempFolder(), 'failure.txt');
    writeFileSync(file, REFUSED);
    expect(await run(['diagnose', '--json', '--', file])).toMatchObject({ status: 1 });
    for (const args of [['diagnose'], ['diagnose', '-', 'more'], ['diagnose', '-', '--send'], ['probe', '-']])
      expect(await run(args)).toMatchObject({
        status: 2,
        out: '',
        errors: expect.stringContaining('latchkey diagnose FILE|-'),
      });
    for (const args of [[], ['--help'], ['diagnose', '--help']])
      expect(await run(args)).toMatchObject({ status: 0, out: expect.stringContaining('Exit status:'), errors: '' });
  });

  it('writes one JSON document that fits its schema for every kind of text', async () => {
    const Document = PastedReport.extend({ version: z.literal(1) });
    for (const { text } of SAMPLES) {
      const { out } = await run(['diagnose', '--json', '-'], text);
      expect(() => Document.parse(JSON.parse(out))).not.toThrow();
    }
  });

  it('sends nothing', async () => {
    const fetchSpy = vi.fn(() => Promise.reject(new Error('no network')));
    vi.stubGlobal('fetch', fetchSpy);
    for (const { text } of SAMPLES) await run(['diagnose', '-'], text);
    expect(fetchSpy).not.toHaveBeenCalled();
  });

  it('ends as it would when the reader of its output goes away', async () => {
    const gone = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('EPIPE'), { code: 'EPIPE' })),
    });
    const streams = { input: Readable.from([REFUSED]), output: gone, errors: new PassThrough() };
    expect(await runCommandLine(['diagnose', '-'], streams, 0)).toBe(1);
  });
});

describe('latchkey diagnose with several files', () => {
  const written = (texts: Record<string, string>): string[] => {
    const folder = tempFolder();
    return Object.entries(texts).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
  };

  it('prints a table with a row for each failure, the cause under its heading, and the next step', async () => {
    const asked = 'curl https://open-api.guesty.com/v1/listings';
    const files = written({ 'refused.txt': REFUSED, 'fine.txt': ACCEPTED, 'asked.txt': asked, 'hello.txt': 'hello' });
    const missing = `${files[0]}.missing`;
    const { status, out, errors } = await run(['diagnose', ...files, missing]);
    expect([status, errors]).toEqual([1, '']);
    const [heading = '', ...rows] = out.trimEnd().split('\n');
    expect(heading).toMatch(/^File +Status +Confidence +Cause +Next step$/);
    const cell = heading.indexOf('Cause');
    const step = 'Put the word Bearer and one space before the token in the header Authorization.';
    expect(rows.map((row) => row.slice(cell).split(/ {2,}/))).toEqual([
      ['The Bearer prefix was missing', step],
      ['Nothing is wrong'],
      ['The service would not accept this request.', expect.stringContaining(step)],
      ['Nothing could be read'],
      ['Not read: It cannot be read (ENOENT).'],
    ]);
    expect(rows.map((row) => row.slice(0, cell).trim().split(/ {2,}/))).toEqual([
      [files[0], '403', expect.stringMatching(/^\d+ %$/)],
      [files[1], '200', '-'],
      [files[2], '-', '-'],
      [files[3], '-', '-'],
      [missing, '-', '-'],
    ]);
    expect(out).not.toContain(TOKEN);
  });

  it('says in the table which part of a file was not read', async () => {
    const [archive = '', fine = ''] = written({ archive: '', fine: ACCEPTED });
    writeFileSync(archive, Buffer.from([0x1f, 0x8b, 8, 0]));
    const { status, out } = await run(['diagnose', archive, fine]);
    expect([status, out]).toEqual([2, expect.stringMatching(/archive .*Nothing could be read\n.*Not read: .*gzip/)]);
  });

  it('ends with 1 for a failure in any file, else with 2 for a file that could not be read, else with 0', async () => {
    const [refused = '', fine = '', hello = ''] = written({ a: REFUSED, b: ACCEPTED, c: 'hello' });
    const missing = `${fine}.missing`;
    for (const [files, status] of [
      [[fine, fine], 0],
      [[fine, hello], 2],
      [[missing, fine], 2],
      [[hello, refused], 1],
      [[refused, missing], 1],
    ] as const)
      for (const options of [[], ['--json']])
        expect([files, (await run(['diagnose', ...options, ...files])).status]).toEqual([files, status]);
  });

  it('writes one JSON document with the report or the problem of each file', async () => {
    const files = written({ a: REFUSED, b: ACCEPTED });
    const missing = `${files[0]}.missing`;
    const { out } = await run(['diagnose', '--json', ...files, missing]);
    const document = z
      .strictObject({
        version: z.literal(1),
        files: z.array(
          z.strictObject({
            file: z.string(),
            status: z.number(),
            problem: z.string().nullable(),
            report: PastedReport.nullable(),
          }),
        ),
      })
      .parse(JSON.parse(out));
    expect(
      document.files.map(({ file, status, problem, report }) => [file, status, problem, report?.exchanges]),
    ).toEqual([
      [files[0], 1, null, 1],
      [files[1], 0, null, 1],
      [missing, 2, 'It cannot be read (ENOENT).', undefined],
    ]);
  });

  it('keeps a row on one line whatever its file is called', async () => {
    const [fine = ''] = written({ a: ACCEPTED });
    const { out } = await run(['diagnose', fine, '\u001b[2J\nx\u202e.har']);
    expect(out.trimEnd().split('\n')).toHaveLength(3);
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it('refuses the standard input beside a file', async () => {
    const [fine = ''] = written({ a: ACCEPTED });
    expect(await run(['diagnose', fine, '-'], REFUSED)).toMatchObject({
      status: 2,
      out: '',
      errors: expect.stringContaining('- stands alone'),
    });
  });
});

describe('the process', () => {
  const entry = fileURLToPath(new URL('../../../../src/main/command-line/main.ts', import.meta.url));

  it('ends with the status of the command when the pipe behind it is closed, and writes no stack', async () => {
    const child = spawn(process.execPath, ['--no-warnings', entry, 'diagnose', '-'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += String(chunk);
    });
    child.stdin.end(REFUSED.repeat(3));
    const status = await new Promise((resolve) => child.once('close', resolve));
    expect([status, errors]).toEqual([1, '']);
  });
});
