/** The Log port: redacted JSON lines in a file of limited size, with a fixed number of older files. */

import { rmSync, statSync } from 'node:fs';
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import { kindOf, placeholderFor } from '../redact/field-kinds.ts';
import { redactText as redact } from '../redact/redact.ts';
import type { Clock, Log } from './ports.ts';
import { appendPrivate, makeFolderOf } from './private-files.ts';
import { renameFileSync } from './rename-file.ts';

/** The default size of the log: enough for weeks of a quiet console, and small enough to send by mail. */
const DEFAULT_MAX_BYTES = 1_000_000;
const MAX_OLDER_FILES = 2;
const MAX_LINE_LENGTH = MAX_CHARACTERS.body;

type Level = 'info' | 'warn' | 'error';

/** Writes the log. A file above `maxBytes` is renamed to `<file>.1` and so on; the oldest is deleted. A failed write is ignored. */
export class FileLog implements Log {
  readonly #options: { file: string; clock: Clock; maxBytes?: number; echo?: (line: string) => void };
  #bytes: number | null = null;

  constructor(options: { file: string; clock: Clock; maxBytes?: number; echo?: (line: string) => void }) {
    this.#options = options;
  }

  info(message: string, fields: Record<string, unknown> = {}): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields: Record<string, unknown> = {}): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields: Record<string, unknown> = {}): void {
    this.#write('error', message, fields);
  }

  #write(level: Level, message: string, fields: Record<string, unknown>): void {
    const line = this.#lineOf(level, message, fields);
    this.#options.echo?.(line);
    try {
      this.#append(`${line}\n`);
    } catch {
      this.#bytes = null;
    }
  }

  #lineOf(level: Level, message: string, fields: Record<string, unknown>): string {
    const at = new Date(this.#options.clock.now()).toISOString();
    const head = { at, level, message: redactText(message) };
    const line = JSON.stringify({ ...head, ...(redactField(fields) as Record<string, unknown>), ...head });
    return line.length <= MAX_LINE_LENGTH ? line : JSON.stringify({ ...head, cut: line.slice(0, MAX_LINE_LENGTH) });
  }

  #append(text: string): void {
    const { file, maxBytes = DEFAULT_MAX_BYTES } = this.#options;
    if (this.#bytes === null) {
      makeFolderOf(file);
      this.#bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    }
    if (this.#bytes > 0 && this.#bytes + text.length > maxBytes) this.#rotate(file);
    appendPrivate(file, text);
    this.#bytes += Buffer.byteLength(text);
  }

  #rotate(file: string): void {
    rmSync(`${file}.${MAX_OLDER_FILES}`, { force: true });
    for (let number = MAX_OLDER_FILES - 1; number >= 1; number -= 1) {
      if (statSync(`${file}.${number}`, { throwIfNoEntry: false }))
        renameFileSync(`${file}.${number}`, `${file}.${number + 1}`);
    }
    renameFileSync(file, `${file}.1`);
    this.#bytes = 0;
  }
}

const RULES = { keepGuests: false };

/** Redacts secrets and guests' data in a text of the log, even if the journal keeps guests' data. */
export const redactText = (text: string): string => redact(text, RULES);

/** Copies a log field with redactions, ready for JSON: errors with stack and cause, texts redacted, texts under names of secrets or guests' data replaced. */
export function redactField(value: unknown, name = '', depth = 0): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return placeholderFor(kindOf(name), 'none', value, RULES) ?? redactText(value);
  if (typeof value !== 'object') return String(value);
  if (depth > 6) return '…';
  if (value instanceof Error) return redactError(value, depth);
  if ('toJSON' in value && typeof value.toJSON === 'function') return redactField(value.toJSON(), name, depth + 1);
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redactField(item, name, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 100)
      .map(([key, item]) => [key, redactField(item, key, depth + 1)]),
  );
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const facts: Record<string, unknown> = { name: error.name, message: redactText(error.message) };
  if (error.stack !== undefined) facts.stack = redactText(error.stack);
  if ('code' in error) facts.code = redactField(error.code, 'code', depth + 1);
  if (error.cause !== undefined) facts.cause = redactField(error.cause, 'cause', depth + 1);
  return facts;
}
