/** The support bundle: what is in it, what a person redacts by hand, and what is refused when one is opened. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundleParts, bundleFiles } from '../../../../../src/main/cases/bundle/bundle-files.ts';
import { FILE_NAMES } from '../../../../../src/main/cases/bundle/bundle-format.ts';
import { readBundle } from '../../../../../src/main/cases/bundle/read-bundle.ts';
import { writeBundle } from '../../../../../src/main/cases/bundle/write-bundle.ts';
import { maskDiagnosis, maskFailure } from '../../../../../src/main/cases/mask-failure.ts';
import type { Failure } from '../../../../../src/main/doctor/failure.ts';
import { isAppError } from '../../../../../src/shared/app-error.ts';
import type { IncidentTimeline } from '../../../../../src/shared/model/incident.ts';
import { OutcomeClass, type TimelineBucket } from '../../../../../src/shared/model/traffic.ts';
import { makeTempFolder, removeTempFolder } from '../../../../support/temp-folder.ts';
import { diagnosisFixture, failureFixture } from '../case-fixtures.ts';
import { type HandMadeFile, zipOf } from './zip-of.ts';

const AT = Date.UTC(2026, 10, 21, 9);
let folder = '';
beforeAll(() => {
  folder = makeTempFolder();
});
afterAll(() => removeTempFolder(folder));

const NO_COUNTS = Object.fromEntries(OutcomeClass.options.map((outcome) => [outcome, 0])) as TimelineBucket['counts'];

function partsOf(failure: Failure = failureFixture(), notes = 'The owner was told.'): BundleParts {
  return {
    case: {
      id: 'case-1',
      number: 7,
      customer: 'Harbour Partner',
      ticket: 'INC-1',
      tags: ['night'],
      title: 'Create quote: 403',
      cause: 'noPermission',
      causeTitle: 'The account lacks permission',
      state: 'open',
      origin: 'journal',
      connectionId: 'conn-1',
      credentialId: 'cred-1',
      host: 'booking.example.test',
      status: 403,
      requestId: 'req-77',
      createdAt: AT,
      lastAt: AT,
      times: 1,
      hasNotes: true,
      notes,
      failure: maskFailure(failure),
      diagnosis: maskDiagnosis(diagnosisFixture()),
      seenBefore: [],
    },
    context: { connection: 'Harbour Stays', application: 'Website', versions: 'Latchkey 1.0.0' },
    environment: {
      versions: 'Latchkey 1.0.0',
      clockSkewMs: 1_200,
      requestIds: ['req-77'],
      connection: { name: 'Harbour Stays', baseUrl: 'https://open.example.test' },
      quotas: [{ label: 'Website', used: 1, limit: 3 }],
    },
    timeline: null,
    services: [],
    appVersion: '1.0.0',
    writtenAt: AT,
  };
}

async function bundle(parts: BundleParts = partsOf(), marks: readonly string[] = []) {
  const path = join(folder, 'one.zip');
  await writeBundle(path, bundleFiles(parts, marks).files, AT);
  return path;
}

describe('a support bundle', () => {
  it('has its files, for their owner only, and opens as the same case', async () => {
    const path = await bundle();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const opened = await readBundle(path, []);
    expect(opened.files.map(({ name }) => name)).toEqual(Object.values(FILE_NAMES));
    const { seenBefore, connectionId, credentialId, number, customer, ticket, tags, ...kept } = partsOf().case;
    expect(opened.case).toEqual(kept);
    expect(opened.writtenAt).toBe(AT);
    expect(opened.files).toEqual(bundleFiles(partsOf(), []).files);
    const textOf = (name: string) => opened.files.find((file) => file.name === name)?.text ?? '';
    expect(textOf('summary.md')).toContain('2026-11-21 09:00:00 UTC');
    expect(textOf('request.curl.txt')).toContain('curl');
    expect(textOf('environment.json')).toContain('"clockSkewMs": 1200');
    expect(textOf('request.curl.txt')).toContain('as it should have been');
    const har = JSON.parse(textOf('exchange.har')) as { log: { entries: { response: { status: number } }[] } };
    expect(har.log.entries[0]?.response.status).toBe(403);
  });

  it('dates the request of a text without a time by its diagnosis', () => {
    const { files } = bundleFiles(partsOf({ ...failureFixture(), sentAt: null }), []);
    const har = files.find(({ name }) => name === FILE_NAMES.har)?.text ?? '';
    expect(JSON.parse(har)).toMatchObject({ log: { entries: [{ startedDateTime: '2026-11-21T09:00:00.000Z' }] } });
  });

  it('says so where no timeline is recorded, and has a real date, and nothing that only the support desk knows', async () => {
    const failure = { ...failureFixture(), sentAt: null };
    failure.responseHeaders = [['Date', 'Fri, 20 Nov 2026 08:00:00 GMT']];
    const { files } = bundleFiles(partsOf(failure), []);
    expect(files.find(({ name }) => name === 'timeline.json')?.text).toContain('No exchange of this app is on record');
    const har = files.find(({ name }) => name === 'exchange.har')?.text ?? '';
    expect(JSON.parse(har).log.entries[0].startedDateTime).toBe('2026-11-20T08:00:00.000Z');
    expect(JSON.stringify(files)).not.toMatch(/Harbour Partner|INC-1|night/);
    expect((await readBundle(await bundle(partsOf(failure)), [])).timeline).toBeNull();
  });

  it('opens with its timeline, and without one that no console writes', async () => {
    const bucket = { at: AT, counts: { ...NO_COUNTS, forbidden: 1 } };
    const timeline: IncidentTimeline = {
      ...{ from: AT - 60_000, until: AT, asOf: AT, bucketMs: 1_000, buckets: [bucket] },
      ...{
        incidents: [],
        setbacksFrom: null,
        quotas: [],
        brokenAt: null,
        burned: [],
        lastWorked: [{ kind: 'text', text: 'This app requested 2 tokens for Website.' }],
      },
    };
    expect((await readBundle(await bundle({ ...partsOf(), timeline }), [])).timeline).toEqual(timeline);
    for (const odd of [
      {
        ...timeline,
        buckets: Array.from({ length: 1_001 }, (_, index) => ({ ...bucket, at: AT + ((index * 7_919) % 10_007) })),
      },
      { ...timeline, until: AT - 60_000 },
      { ...timeline, more: 1 },
    ])
      expect((await readBundle(await bundle({ ...partsOf(), timeline: odd }), [])).timeline).toBeNull();
  });

  it('redacts what a person marked in every file, in every form, and still opens', async () => {
    const name = 'Zoë & Söhne "Hütte"';
    const failure = failureFixture({
      url: `https://api.example.test/v1/listings?q=${encodeURIComponent(name)}`,
      requestBody: { contentType: 'application/json', text: JSON.stringify({ owner: name }), fields: null },
      responseBody: JSON.stringify({ message: `no access for ${name}` }),
    });
    const parts = partsOf(failure, `Called ${name}, also booking.example.test`);
    const marks = [name, 'booking.example.test', 'never there'];
    const { files, places } = bundleFiles(parts, marks);
    for (const { text } of files) {
      expect(text).not.toContain('Hütte');
      expect(text).not.toContain(encodeURIComponent('Söhne'));
      expect(text).not.toContain('booking.example.test');
    }
    expect(places[0]).toBeGreaterThan(1);
    expect(places[2]).toBe(0);
    const opened = await readBundle(await bundle(parts, marks), []);
    expect(opened.case.notes).toBe('Called […], also […]');
  });

  it('opens whatever was marked in it, and contains none of it in its texts', async () => {
    const pieces = JSON.stringify(partsOf().case).match(/[A-Za-z][\w .:/-]{2,40}/g) ?? [];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }), async (marks) => {
        const { files } = bundleFiles(partsOf(), marks);
        const summary = files.find(({ name }) => name === 'summary.md')?.text ?? '';
        for (const mark of marks) expect(summary).not.toContain(mark);
        await readBundle(await bundle(partsOf(), marks), []);
      }),
      { numRuns: 10 },
    );
  });

  it('carries no secret in its bytes or in its files', async () => {
    const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJwbGFudGVkIjoidG9rZW4tc2VjcmV0In0.c2lnbmF0dXJlLXBsYW50ZWQtMDE';
    const failure = failureFixture({
      url: `https://api.example.test/v1?access_token=${secret}`,
      requestHeaders: [
        ['Authorization', `Bearer ${secret}`],
        ['X-Api-Key', secret],
        ['Cookie', `session=${secret}`],
      ],
      requestBody: {
        contentType: 'application/x-www-form-urlencoded',
        text: `client_id=a&client_secret=${secret}`,
        fields: { client_id: 'a', client_secret: secret },
      },
      responseHeaders: [['set-cookie', `session=${secret}`]],
      responseBody: JSON.stringify({ access_token: secret, guest: { email: 'planted.guest@example.com' } }),
      networkError: { code: null, message: `failed with ${secret}` },
    });
    const path = await bundle(partsOf(failure));
    const opened = await readBundle(path, []);
    const all = `${readFileSync(path, 'latin1')}${JSON.stringify(opened)}`;
    for (const planted of [secret, ...secret.split('.').slice(1), 'planted.guest']) expect(all).not.toContain(planted);
  });
});

describe('a hostile bundle', () => {
  const good = (): HandMadeFile[] =>
    bundleFiles(partsOf(), []).files.map(({ name, text }) => ({ name, content: text }));
  const replaced = (name: string, changes: Partial<HandMadeFile>): HandMadeFile[] =>
    good().map((file) => (file.name === name ? { ...file, ...changes } : file));
  const open = (bytes: Buffer) => {
    const path = join(folder, 'hostile.zip');
    writeFileSync(path, bytes);
    return readBundle(path, []);
  };
  const sentenceOf = async (bytes: Buffer): Promise<string> => {
    try {
      await open(bytes);
      return 'it was opened';
    } catch (error) {
      if (!isAppError(error, 'invalidInput')) throw error;
      return (error.data as { issues: { message: string }[] }).issues[0]?.message ?? '';
    }
  };

  it('is told from a good one that was made by hand', async () => {
    expect((await open(zipOf(good()))).case.title).toBe('Create quote: 403');
  });

  const zeros = Buffer.alloc(5 * 1024 * 1024);
  const verdict = (change: (content: Record<string, unknown>) => unknown): HandMadeFile[] => {
    const text = String(good().find(({ name }) => name === 'verdict.json')?.content);
    return replaced('verdict.json', { content: JSON.stringify(change(JSON.parse(text))) });
  };

  /** Text of five MB that is packed as loosely as a real file, and fast. */
  const loose = Buffer.from(
    randomBytes(100_000)
      .toString('hex')
      .padEnd(5 * 1024 * 1024, 'x'),
  );

  it.each<[string, () => Buffer, RegExp]>([
    ['a text', () => Buffer.from('not a zip'), /no zip archive/],
    ['an empty file', () => Buffer.alloc(0), /no zip archive/],
    ['a cut archive', () => zipOf(good()).subarray(0, -9), /no zip archive|damaged/],
    ['a large file', () => Buffer.alloc(9 * 1024 * 1024), /at most 8 MB/],
    ['a bomb', () => zipOf(replaced('summary.md', { content: zeros })), /packed more tightly/],
    ['a bomb that lies about its size', () => zipOf(replaced('summary.md', { content: zeros, size: 900 })), /damaged/],
    [
      'files that are too large together',
      () =>
        zipOf(
          good().map((file) =>
            ['summary.md', 'exchange.har', 'timeline.json'].includes(String(file.name))
              ? { ...file, content: loose }
              : file,
          ),
        ),
      /too large when it is unpacked/,
    ],
    ['a size of 4 GB', () => zipOf(replaced('summary.md', { size: 0xfffffff0 })), /too large/],
    ['a packed size of 4 GB', () => zipOf(replaced('summary.md', { packedSize: 0xfffffff0 })), /damaged|too large/],
    ['thousands of entries', () => zipOf(good(), 60_000), /files|damaged/],
    [
      'an archive in the archive',
      () => zipOf([...good(), { name: 'more.zip', content: zipOf(good()) }]),
      /does not have/,
    ],
    [
      'a path out of the folder',
      () => zipOf([...good(), { name: '../../.bashrc', content: 'x' }]),
      /does not have|damaged/,
    ],
    ['an absolute path', () => zipOf([...good(), { name: '/etc/passwd', content: 'x' }]), /does not have|damaged/],
    ['a Windows path', () => zipOf([...good(), { name: 'C:\\x.txt', content: 'x' }]), /does not have|damaged/],
    ['a file twice', () => zipOf([...good(), ...good().slice(0, 1)]), /twice/],
    ['a link', () => zipOf(replaced('summary.md', { mode: 0o120777, content: '/etc/passwd' })), /is a link/],
    ['an encrypted file', () => zipOf(replaced('summary.md', { flags: 0x801 })), /encrypted|damaged/],
    ['an unknown compression', () => zipOf(replaced('summary.md', { method: 99 })), /damaged/],
    [
      'a name that is not UTF-8',
      () => zipOf([...good(), { name: Buffer.from([0xff, 0xfe]), content: 'x' }]),
      /does not have/,
    ],
    [
      'content that is not UTF-8',
      () => zipOf(replaced('summary.md', { content: Buffer.from([0xff, 0xc0]) })),
      /not UTF-8/,
    ],
    ['no verdict', () => zipOf(good().filter(({ name }) => name !== 'verdict.json')), /has no verdict/],
    ['a verdict that is not JSON', () => zipOf(replaced('verdict.json', { content: '{"format":' })), /not JSON/],
    [
      'deep JSON',
      () => zipOf(replaced('verdict.json', { content: `${'['.repeat(2e5)}x${']'.repeat(2e5)}`, method: 0 })),
      /nested too deeply/,
    ],
    [
      'deep JSON in another file',
      () => zipOf(replaced('timeline.json', { content: '{"a":'.repeat(50) })),
      /nested too deeply/,
    ],
    ['another format', () => zipOf(verdict((content) => ({ ...content, format: 'other' }))), /not of a form/],
    ['a later version', () => zipOf(verdict((content) => ({ ...content, version: 2 }))), /not of a form/],
    ['another schema', () => zipOf(verdict((content) => ({ ...content, case: [] }))), /not of a form/],
    [
      'an instant that no calendar holds',
      () => zipOf(verdict((content) => ({ ...content, case: { ...(content.case as object), createdAt: 1e300 } }))),
      /not of a form/,
    ],
    ['a field too many', () => zipOf(verdict((content) => ({ ...content, __proto: 1 }))), /not of a form/],
  ])('is refused with a sentence: %s', async (_what, make, sentence) => {
    expect(await sentenceOf(make())).toMatch(sentence);
  });

  it('is refused as a folder, a device, a pipe that nobody writes to, or a missing file', async () => {
    const pipe = join(folder, 'pipe.zip');
    if (process.platform !== 'win32') execFileSync('mkfifo', [pipe]);
    for (const path of process.platform === 'win32' ? [folder] : [folder, '/dev/zero', pipe])
      await expect(readBundle(path, [])).rejects.toSatisfy((error) => isAppError(error, 'invalidInput'));
    await expect(readBundle(join(folder, 'none.zip'), [])).rejects.toSatisfy((error) =>
      isAppError(error, 'storageFailed'),
    );
  });

  it('never does anything but open or refuse, whichever bytes are changed', async () => {
    const bytes = zipOf(good());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (changes, atEnd) => {
          const changed = Buffer.from(bytes);
          for (const [at, value] of changes) changed[atEnd ? bytes.length - 1 - (at % 900) : at] = value;
          await sentenceOf(changed);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is masked: no secret and no guest that it brings is shown, in any field or file', async () => {
    const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJwbGFudGVkIjoidG9rZW4tc2VjcmV0In0.c2lnbmF0dXJlLXBsYW50ZWQtMDE';
    const brought = `look: ${secret} of planted.guest@example.com`;
    const timeline: IncidentTimeline = {
      ...{ from: AT - 60_000, until: AT, asOf: AT, bucketMs: 1_000, buckets: [], incidents: [], setbacksFrom: null },
      quotas: [{ credentialId: 'cred-1', api: 'booking', label: brought, limit: 3, steps: [] }],
      brokenAt: { at: AT, exchangeId: 'ex-1', text: brought },
      burned: [{ kind: 'text', text: brought }],
      lastWorked: [],
    };
    const names = ['title', 'causeTitle', 'host', 'requestId', 'notes'];
    const texts: Record<string, string> = {
      'timeline.json': JSON.stringify(timeline),
      'environment.json': JSON.stringify({ client_secret: 'planted-plain', deep: [{ note: brought }], [secret]: 1 }),
      'summary.md': brought,
      'request.curl.txt': `curl --data client_secret=planted-plain -H 'X-Api-Key: planted-plain' https://${brought}`,
      'exchange.har': JSON.stringify({ log: { creator: { version: brought }, planted: 'planted-plain' } }),
    };
    const files = verdict((content) => ({
      ...content,
      case: { ...(content.case as object), ...Object.fromEntries(names.map((name) => [name, brought])) },
    })).map((file) => ({ ...file, content: texts[String(file.name)] ?? file.content }));
    const opened = await open(zipOf(files));
    expect(opened.files.map(({ name }) => name)).toEqual(Object.values(FILE_NAMES));
    for (const planted of [secret, 'planted.guest', 'planted-plain'])
      expect(JSON.stringify(opened)).not.toContain(planted);
    expect(opened.timeline?.quotas[0]?.credentialId).toBe('cred-1');
  });

  it('does not show an environment that is larger than any', async () => {
    const content = JSON.stringify(Array.from({ length: 5_001 }, (_, index) => `value ${index}`));
    const { files } = await open(zipOf(replaced('environment.json', { content })));
    expect(files.find(({ name }) => name === 'environment.json')?.text).toMatch(/^Not shown/);
    const long = { [`a${'b'.repeat(2_500)}`]: 'planted', note: 'planted '.repeat(300) };
    const shown = await open(zipOf(replaced('environment.json', { content: JSON.stringify(long) })));
    expect(shown.files.find(({ name }) => name === 'environment.json')?.text).not.toContain('planted');
  });
});
