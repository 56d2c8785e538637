/** A document for tests, as JSON text in memory; a test can make it fail. */
import type { Document } from '../../src/main/platform/ports.ts';

export class MemoryDocument<Value> implements Document<Value> {
  /** The content of the "disk". */
  text: string | null;
  failWrites = false;
  failReads = false;
  writes = 0;
  /** The contents that were quarantined. */
  readonly quarantined: string[] = [];
  /** A write first waits for this promise. */
  gate: Promise<void> | null = null;

  constructor(value: Value | null = null) {
    this.text = value === null ? null : JSON.stringify(value);
  }

  read(): Value | null {
    if (this.failReads) throw new Error('the memory document cannot be read');
    return this.text === null ? null : (JSON.parse(this.text) as Value);
  }

  async write(value: Value): Promise<void> {
    const text = JSON.stringify(value);
    await this.gate;
    if (this.failWrites) throw Object.assign(new Error('no space left on the memory document'), { code: 'ENOSPC' });
    this.writes += 1;
    this.text = text;
  }

  quarantine(): void {
    if (this.text !== null) this.quarantined.push(this.text);
    this.text = null;
  }
}
