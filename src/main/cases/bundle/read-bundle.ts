/**
 * Opens a support bundle of unknown origin, in limited time and memory. Checks sizes, names, links, encoding, depth and structure, and refuses an
 * invalid file with a sentence for the person. Accepted files are masked again.
 */
import { constants } from 'node:fs';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { AppError, invalidInput } from '../../../shared/app-error.ts';
import { BundledCase, type OpenedBundle } from '../../../shared/model/bundle.ts';
import { IncidentTimeline } from '../../../shared/model/incident.ts';
import { EpochMs } from '../../../shared/model/primitives.ts';
import type { KnownService } from '../../doctor/failure.ts';
import { readChosen } from '../../platform/open-to-read.ts';
import { storageFailed } from '../../platform/storage-failed.ts';
import { BUNDLE_FORMAT, BUNDLE_VERSION, FILE_NAMES, MAX_BUNDLE } from './bundle-format.ts';
import { maskBundledCase, maskFiles, maskTimeline } from './mask-bundle.ts';

const VerdictFile = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  version: z.literal(BUNDLE_VERSION),
  writtenAt: EpochMs,
  case: BundledCase,
});

/** Limits a timeline to what a console writes: a few hundred bars, and one quota for each credential. */
const BundledTimeline = IncidentTimeline.refine(
  ({ from, until, buckets, quotas, burned, lastWorked }) =>
    until > from && buckets.length <= 1_000 && quotas.length <= 50 && burned.length + lastWorked.length <= 200,
);

const KNOWN: ReadonlySet<string> = new Set(Object.values(FILE_NAMES));

/** Opens a support bundle. Throws AppError `invalidInput` for a file that is no valid bundle, and `storageFailed` when it cannot be read. */
export async function readBundle(path: string, services: readonly KnownService[]): Promise<OpenedBundle> {
  const files = await filesIn(await bytesOf(path));
  const verdict = VerdictFile.safeParse(jsonIn(files, FILE_NAMES.verdict));
  if (!verdict.success) throw refused(`Its ${FILE_NAMES.verdict} is not of a form that this version knows.`);
  for (const name of [FILE_NAMES.har, FILE_NAMES.environment]) jsonIn(files, name);
  const timeline = BundledTimeline.safeParse(jsonIn(files, FILE_NAMES.timeline));
  const bundle = {
    writtenAt: verdict.data.writtenAt,
    case: maskBundledCase(verdict.data.case),
    timeline: timeline.data ? maskTimeline(timeline.data) : null,
  };
  return { path, ...bundle, files: maskFiles(files, bundle, services) };
}

const refused = (why: string): AppError => invalidInput('bundle', `This is no support bundle. ${why}`);

const TOO_LARGE = `A bundle has at most ${MAX_BUNDLE.bytes / 1024 / 1024} MB.`;

async function bytesOf(path: string): Promise<Buffer> {
  const bytes = await readChosen(path, MAX_BUNDLE.bytes).catch((error: unknown) => {
    throw storageFailed('The bundle', error, 'read');
  });
  if (bytes === 'noFile') throw refused('It is not a file.');
  if (bytes === 'tooLarge') throw refused(TOO_LARGE);
  return bytes;
}

async function filesIn(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await opened(bytes);
  const files = new Map<string, string>();
  let total = 0;
  try {
    if (zip.entryCount > MAX_BUNDLE.entries) throw refused(`It has ${zip.entryCount} files.`);
    for await (const entry of entriesOf(zip)) {
      checkEntry(entry, files);
      total += entry.uncompressedSize;
      if (total > MAX_BUNDLE.totalBytes) throw refused('It is too large when it is unpacked.');
      files.set(entry.fileName, textOf(entry.fileName, await contentOf(zip, entry)));
    }
    return files;
  } catch (error) {
    throw error instanceof AppError ? error : refused('Its archive is damaged.');
  } finally {
    zip.close();
  }
}

function opened(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, validateEntrySizes: true, strictFileNames: true } as const;
    fromBuffer(bytes, options, (error, zip) => (error ? reject(refused('It is no zip archive.')) : resolve(zip)));
  });
}

/** Yields the entries of the central directory one by one. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<Entry | null>();
    const onEnd = () => resolve(null);
    zip.once('entry', resolve).once('end', onEnd).once('error', reject);
    zip.readEntry();
    const entry = await promise;
    zip.off('entry', resolve).off('end', onEnd).off('error', reject);
    if (entry === null) return;
    yield entry;
  }
}

function checkEntry(entry: Entry, files: ReadonlyMap<string, string>): void {
  const { fileName, uncompressedSize, compressedSize, externalFileAttributes } = entry;
  if (!KNOWN.has(fileName)) throw refused('It has a file that a bundle does not have.');
  if (files.has(fileName)) throw refused(`It has ${fileName} twice.`);
  if (((externalFileAttributes >>> 16) & constants.S_IFMT) === constants.S_IFLNK)
    throw refused(`Its ${fileName} is a link.`);
  if (entry.isEncrypted()) throw refused(`Its ${fileName} is encrypted.`);
  if (uncompressedSize > MAX_BUNDLE.fileBytes) throw refused(`Its ${fileName} is too large.`);
  if (uncompressedSize > MAX_BUNDLE.ratio * Math.max(1, compressedSize))
    throw refused(`Its ${fileName} is packed more tightly than any real file.`);
}

/** Reads the content of an entry. Rejects when it is larger than its header says. */
function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => resolve(Buffer.concat(chunks)));
    });
  });
}

function textOf(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(`Its ${name} is not UTF-8 text.`);
  }
}

function jsonIn(files: ReadonlyMap<string, string>, name: string): unknown {
  const text = files.get(name);
  if (text === undefined) throw refused(`It has no ${name}.`);
  if (depthOf(text) > MAX_BUNDLE.depth) throw refused(`Its ${name} is nested too deeply.`);
  try {
    return JSON.parse(text);
  } catch {
    throw refused(`Its ${name} is not JSON.`);
  }
}

/** The deepest nesting of brackets outside strings, found without recursion. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}
