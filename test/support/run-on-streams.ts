/** Runs a command of the app in this process, on streams in memory. */
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

interface Streams {
  readonly input: Readable;
  readonly output: PassThrough;
  readonly errors: PassThrough;
}

/** Returns the status of `command` and what it wrote. */
export async function runOnStreams(command: (streams: Streams) => Promise<number>, input: string | Buffer = '') {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const [out, err] = [text(output), text(errors)];
  const status = await command({ input: Readable.from([Buffer.from(input)]), output, errors });
  output.end();
  errors.end();
  return { status, out: await out, err: await err };
}
