/** A log for tests that keeps its entries. */
import type { Log } from '../../src/main/platform/ports.ts';

export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

export class FakeLog implements Log {
  readonly entries: LogEntry[] = [];

  info(message: string, fields: Record<string, unknown> = {}): void {
    this.entries.push({ level: 'info', message, fields });
  }

  warn(message: string, fields: Record<string, unknown> = {}): void {
    this.entries.push({ level: 'warn', message, fields });
  }

  error(message: string, fields: Record<string, unknown> = {}): void {
    this.entries.push({ level: 'error', message, fields });
  }

  /** All entries as text, for searching. */
  get text(): string {
    return JSON.stringify(this.entries);
  }
}
