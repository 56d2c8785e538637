/** The entry of the thread that reads pasted input, so that a HAR of 200 MB never blocks main. It has no network and stores nothing. */
import { parentPort } from 'node:worker_threads';
import { setTextFormats } from '../../../../shared/time/text-formats.ts';
import type { KnownService } from '../../failure.ts';
import { feedFile } from '../feed-file.ts';
import { PastedReader, unreadable } from '../read-pasted.ts';
import { reportOf } from '../report.ts';
import type { FromReader, ToReader } from './messages.ts';

const port = parentPort;
if (!port) throw new Error('this file is the entry of a worker');

const send = (message: FromReader): void => port.postMessage(message);
let reader = new PastedReader([]);
let services: readonly KnownService[] = [];
let readAt: number | null = null;
let bytes = 0;

port.on('message', (message: ToReader) => {
  if (message.kind === 'start') {
    reader = new PastedReader(message.secrets);
    services = message.services;
    readAt = message.readAt;
    setTextFormats(message.formats);
  } else if (message.kind === 'chunk') {
    reader.push(message.bytes);
    bytes += message.bytes.length;
    send({ kind: 'progress', bytes, total: null });
  } else if (message.kind === 'finish') send({ kind: 'report', report: reportOf(reader.finish(), services, readAt) });
  else void readFile(message.path);
});

async function readFile(path: string): Promise<void> {
  const problem = await feedFile(reader, path, {
    onProgress: (read, total) => send({ kind: 'progress', bytes: read, total }),
  });
  send({
    kind: 'report',
    report: reportOf(problem === null ? reader.finish() : unreadable(problem), services, readAt),
  });
}
