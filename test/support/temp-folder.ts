/** Temporary folders for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const makeTempFolder = (): string => mkdtempSync(join(tmpdir(), 'latchkey-test-'));
export const removeTempFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
