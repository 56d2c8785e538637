/** The simple alternative to the journal: redacts at once, appends JSON lines to a file, searches with grep. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import type { RawExchange } from '../../../src/main/http/raw-exchange.ts';
import { redactExchange } from '../../../src/main/http/redact-exchange.ts';

export class NaiveJournal {
  readonly #file: string;
  readonly #descriptor: number;

  constructor(file: string) {
    this.#file = file;
    this.#descriptor = openSync(file, 'a');
  }

  record(raw: RawExchange): void {
    writeSync(this.#descriptor, `${JSON.stringify(redactExchange(raw, { bodyKilobytes: 64, keepGuests: false }))}\n`);
  }

  /** Finds the newest 100 lines with all words. */
  search(text: string): void {
    const words = text.split(/\s+/).filter(Boolean);
    const [first = '', ...rest] = words.map((word) => `grep -aiF -- '${word}'`);
    spawnSync('sh', [
      '-c',
      `${first} '${this.#file}' ${rest.map((grep) => `| ${grep}`).join(' ')} | tail -n 100 > /dev/null`,
    ]);
  }

  get bytes(): number {
    return statSync(this.#file).size;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
