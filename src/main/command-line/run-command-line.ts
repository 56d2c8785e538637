/** The command line: reads a file or the standard input, writes the report, and gives the exit status. No network, window or vault. */
import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import type { PastedReport } from '../../shared/model/pasted.ts';
import { knownServices } from '../api/known-services.ts';
import { MAX_PASTED_BYTES, PastedReader } from '../doctor/read/read-pasted.ts';
import { reportOf } from '../doctor/read/report.ts';
import { commandOf, USAGE } from './arguments.ts';
import { reportText } from './report-text.ts';

/** The streams of the process. */
export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

/** The version of the JSON document; it changes when a field goes or changes its meaning. */
const JSON_VERSION = 1;

/** Runs the arguments behind the program. Resolves with the exit status: 0 nothing wrong, 1 a failure was found, 2 nothing could be read. */
export async function runCommandLine(args: readonly string[], streams: Streams): Promise<0 | 1 | 2> {
  const command = commandOf(args);
  if (command.kind === 'help') {
    await write(streams.output, USAGE);
    return 0;
  }
  if (command.kind === 'wrong') {
    await write(streams.errors, `${command.problem}\n\n${USAGE}`);
    return 2;
  }
  const reader = new PastedReader([]);
  const problem = await feed(reader, command.file, streams.input);
  if (problem !== null) {
    await write(streams.errors, `${problem}\n`);
    return 2;
  }
  const report = reportOf(reader.finish(), knownServices());
  const text = command.json ? `${JSON.stringify({ version: JSON_VERSION, ...report }, null, 2)}\n` : reportText(report);
  await write(streams.output, text);
  return statusOf(report);
}

function statusOf({ cases, exchanges }: PastedReport): 0 | 1 | 2 {
  if (exchanges === 0) return 2;
  return cases.every(({ diagnosis }) => diagnosis.outcome === 'nothingWrong') ? 0 : 1;
}

/** Feeds the reader; returns why nothing could be read, or null. */
async function feed(reader: PastedReader, file: string, input: Readable): Promise<string | null> {
  if (file === '-') return feedFrom(reader, input);
  try {
    const handle = await open(file, 'r');
    try {
      const stat = await handle.stat();
      if (stat.isDirectory()) return `${file} is a folder.`;
      if (stat.size > MAX_PASTED_BYTES) return TOO_LARGE;
      return await feedFrom(reader, handle.createReadStream({ highWaterMark: CHUNK, autoClose: false }));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`;
  }
}

const CHUNK = 1_024 * 1_024;
const TOO_LARGE = `It is larger than ${MAX_PASTED_BYTES / 1_024 / 1_024} MB, and not read.`;

async function feedFrom(reader: PastedReader, stream: Readable): Promise<string | null> {
  let bytes = 0;
  for await (const chunk of stream) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    bytes += part.length;
    if (bytes > MAX_PASTED_BYTES) return TOO_LARGE;
    reader.push(part);
  }
  return null;
}

/** Resolves once the text is written, or the reader of a pipe is gone: what it did not want needs no error. */
function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve());
    stream.write(text, () => resolve());
  });
}
