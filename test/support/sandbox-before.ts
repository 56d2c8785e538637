/** The sandbox's listings before a start of the built app. */
import { defaultSettings, type SandboxMemory } from '../../src/main/sandbox/memory.ts';
import { documentBefore } from './chosen-before.ts';

/** Writes them into the data directory, unless it has a sandbox. A console loads all of them at its start. */
export function sandboxBefore(userData: string, listings: number): void {
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
  documentBefore(userData, 'sandbox', document);
}
