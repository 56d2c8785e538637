/** Reads the end of the log, redacted once more: an earlier version may have written it. */
import { readFile } from 'node:fs/promises';
import { redactText } from '../redact/redact.ts';

/** Returns the last lines of the log, oldest first. Returns none without a log, and one line that says so when the log cannot be read. */
export async function readLogTail(file: string, maxLines: number): Promise<string[]> {
  try {
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    return lines.slice(-maxLines).map((line) => redactText(line));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? [] : ['The log could not be read.'];
  }
}
