import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileLog } from '../../../../src/main/platform/file-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = makeTempFolder();
  file = join(folder, 'logs', 'latchkey.log');
});
afterEach(() => removeTempFolder(folder));

describe('FileLog', () => {
  it('writes one redacted JSON line per entry, readable by the owner only', () => {
    const echoed: string[] = [];
    const log = new FileLog({ file, clock: new ManualClock(0), echo: (line) => echoed.push(line) });
    log.info('started', { header: 'Bearer planted-abcdefgh' });
    log.error('failed', { error: new Error('client_secret=planted-abcdefgh'), message: 'not this' });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines).toEqual(echoed);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { at: '1970-01-01T00:00:00.000Z', level: 'info', message: 'started', header: 'Bearer [redacted]' },
      { level: 'error', message: 'failed', error: { name: 'Error', message: 'client_secret=[redacted]' } },
    ]);
    expect(lines.join('')).not.toContain('planted');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('rotates at its size and keeps two older files', () => {
    const log = new FileLog({ file, clock: new ManualClock(), maxBytes: 400 });
    for (let number = 0; number < 40; number += 1) log.info(`entry ${number}`, { filling: 'x'.repeat(60) });
    expect(readdirSync(join(folder, 'logs')).toSorted()).toEqual(['latchkey.log', 'latchkey.log.1', 'latchkey.log.2']);
    for (const name of readdirSync(join(folder, 'logs')))
      expect(statSync(join(folder, 'logs', name)).size).toBeLessThanOrEqual(400);
    expect(readFileSync(file, 'utf8')).toContain('entry 39');
  });

  it('cuts a line that is far too long', () => {
    new FileLog({ file, clock: new ManualClock() }).info('long', { filling: 'x'.repeat(100_000) });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ message: 'long' });
    expect(statSync(file).size).toBeLessThan(30_000);
  });

  it('does not throw when the log cannot be written', () => {
    writeFileSync(join(folder, 'logs'), 'a file where a folder belongs');
    expect(() => new FileLog({ file, clock: new ManualClock() }).info('lost')).not.toThrow();
  });
});
