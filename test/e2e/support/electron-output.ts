/** What Electron writes: the app's own log file, and on stderr Chromium's lines, of which only a crash counts. */
import { readFileSync } from 'node:fs';

/** The app's log also has informational lines, such as the size of the opened journal. */
export const isError = (line: string): boolean => !line.includes('"level":"info"');

/** Ends of a process, as Chromium, V8 and Electron report them. */
const CRASHES = [
  /^\[[\d:/.]+:FATAL:/,
  /^Received signal \d/,
  /^FATAL ERROR: /,
  /^# Fatal error /,
  /^App threw an error during load/,
];

/** Whether a line of stderr reports the end of a process; all others are Chromium's own, or copies of the app's log. */
export const isCrash = (line: string): boolean => CRASHES.some((crash) => crash.test(line));

/** The lines of the app's log file that were written after this object was made. */
export class AppLog {
  readonly #file: string;
  readonly #before: string;

  constructor(file: string) {
    this.#file = file;
    this.#before = this.#text();
  }

  errors(): string[] {
    const text = this.#text();
    // The app replaces a file that became too large.
    const added = text.startsWith(this.#before) ? text.slice(this.#before.length) : text;
    return added.split('\n').filter((line) => line !== '' && isError(line));
  }

  #text(): string {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch {
      return '';
    }
  }
}
