/** The command line: reads files or the standard input, writes the report, and returns the exit status. It uses no network, window or vault. */
import type { Readable, Writable } from 'node:stream';
import { isAsItShouldBe } from '../../shared/doctor/request-check.ts';
import type { PastedReport } from '../../shared/model/pasted.ts';
import { plainLine } from '../../shared/text/isolated-text.ts';
import { knownServices } from '../api/known-services.ts';
import { feedFile, feedStream } from '../doctor/read/feed-file.ts';
import { PastedReader } from '../doctor/read/read-pasted.ts';
import { reportOf } from '../doctor/read/report.ts';
import { commandOf, USAGE } from './arguments.ts';
import { type FileResult, tableText } from './file-table.ts';
import { reportText } from './report-text.ts';

export interface Streams {
  /** The standard input; `null` if the process has none. */
  readonly input: Readable | null;
  readonly output: Writable;
  readonly errors: Writable;
}

/** The version of the JSON document; it changes when a field is removed or changes its meaning. */
const JSON_VERSION = 1;

const NO_INPUT =
  'Latchkey cannot read the standard input on Windows: save the text to a file and run latchkey diagnose FILE.';

/**
 * Runs the command. `readAt` is the present time (epoch ms). Resolves with the exit status: 0 nothing wrong, 1 a failure was found, 2 nothing could
 * be read. With several files: 1 if any has a failure, else 2 if any could not be read.
 */
export async function runCommandLine(args: readonly string[], streams: Streams, readAt: number): Promise<0 | 1 | 2> {
  const command = commandOf(args);
  if (command.kind === 'help') {
    await write(streams.output, USAGE);
    return 0;
  }
  if (command.kind === 'wrong') return endWithProblem(streams.errors, `${plainLine(command.problem)}\n\n${USAGE}`);
  const [file, ...more] = command.files;
  if (more.length === 0) {
    const { status, problem, report } = await resultOf(file, streams.input, readAt);
    if (report === null)
      return endWithProblem(streams.errors, `${file === '-' ? problem : plainLine(`${file}: ${problem}`)}\n`);
    await write(streams.output, command.json ? jsonText(report) : reportText(report));
    return status;
  }
  const files: FileResult[] = [];
  for (const one of command.files) files.push(await resultOf(one, null, readAt));
  await write(streams.output, command.json ? jsonText({ files }) : tableText(files));
  return ([1, 2] as const).find((status) => files.some((one) => one.status === status)) ?? 0;
}

const jsonText = (fields: object): string => `${JSON.stringify({ version: JSON_VERSION, ...fields }, null, 2)}\n`;

/** Writes a problem to `errors` and resolves with the exit status 2. */
export async function endWithProblem(errors: Writable, problem: string): Promise<2> {
  await write(errors, problem);
  return 2;
}

async function resultOf(file: string, input: Readable | null, readAt: number): Promise<FileResult> {
  const reader = new PastedReader([]);
  const problem = await feed(reader, file, input);
  if (problem !== null) return { file, status: 2, problem, report: null };
  const report = reportOf(reader.finish(), knownServices(), readAt);
  return { file, status: statusOf(report), problem: null, report };
}

/** Derives the exit status from a report. A text without an exchange can contain a failure too. */
function statusOf({ cases, exchanges }: PastedReport): 0 | 1 | 2 {
  if (cases.length === 0 && exchanges === 0) return 2;
  return cases.every(isAsItShouldBe) ? 0 : 1;
}

/** Reads a file or the standard input into `reader`. Resolves with the reason why nothing could be read; `null` if it could. */
async function feed(reader: PastedReader, file: string, input: Readable | null): Promise<string | null> {
  if (file === '-') return input === null ? NO_INPUT : feedStream(reader, input);
  return feedFile(reader, file, { pipes: true });
}

/** Writes a text. Also resolves when the reader of the pipe has closed it. */
function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve());
    stream.write(text, () => resolve());
  });
}
