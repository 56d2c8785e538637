/** A document for tests in a real file, so that tests can search it. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Document } from '../../src/main/platform/ports.ts';

export class FileDocument<Value> implements Document<Value> {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read(): Value | null {
    return existsSync(this.#file) ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Value) : null;
  }

  async write(value: Value): Promise<void> {
    writeFileSync(`${this.#file}.new`, JSON.stringify(value), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  quarantine(): void {
    renameSync(this.#file, `${this.#file}.corrupt`);
  }
}
