/** The sandbox's listings before a start of the built app. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings, type SandboxMemory } from '../../src/main/sandbox/memory.ts';

/** Writes them into the data directory, unless it has a sandbox. A console loads all of them at its start. */
export function sandboxBefore(userData: string, listings: number): void {
  const folder = join(userData, 'store');
  const file = join(folder, 'sandbox.json');
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const now = Date.now();
  const document: SandboxMemory = {
    version: 1,
    seed: 'end-to-end',
    clock: { machine: now, virtual: now, rate: 1, closed: true },
    settings: { ...defaultSettings(), listings },
    issued: [],
    quotes: [],
    reservations: [],
  };
  writeFileSync(file, JSON.stringify({ document }), { mode: 0o600 });
}
