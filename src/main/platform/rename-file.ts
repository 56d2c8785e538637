/**
 * Renames the app's own files. On Windows, a virus scanner or an indexer may have a new file open for a moment; the rename then fails with one of
 * three codes and is repeated. Elsewhere these codes are final.
 */
import { renameSync } from 'node:fs';

const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** The waits before the next attempts: 0.63 s in all, because the process is blocked meanwhile. */
const WAITS_MS = [10, 20, 40, 80, 160, 320];

const isHeld = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && HELD.has(error.code);

const waitsOf = (platform: NodeJS.Platform): readonly number[] => (platform === 'win32' ? WAITS_MS : []);

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** The platform and the functions, which tests replace. */
interface RenameOptions {
  readonly platform?: NodeJS.Platform;
  readonly rename?: (from: string, to: string) => void;
  readonly wait?: (ms: number) => void;
}

/** Renames a file, and waits while another program has it open. Throws the system's error if that program does not close it. */
export function renameFileSync(from: string, to: string, options: RenameOptions = {}): void {
  const { platform = process.platform, rename: attempt = renameSync, wait = block } = options;
  for (const ms of waitsOf(platform)) {
    try {
      attempt(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
      wait(ms);
    }
  }
  attempt(from, to);
}
