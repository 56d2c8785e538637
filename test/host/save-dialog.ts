/** dialog.showSaveDialog: a test answers it over the channel that it started the host with; for a person files go where a browser puts them. */
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { options } from './hub.ts';
import { report } from './report.ts';

/** What whoever started the host sends down the channel; it is acknowledged. */
export interface SaveAnswer {
  readonly kind: 'save-answer';
  readonly path: string | null;
}

interface SaveOptions {
  readonly defaultPath?: string;
}
interface SaveResult {
  readonly canceled: boolean;
  readonly filePath: string;
}

/** `undefined` until somebody answered. */
let answer: string | null | undefined;

process.on('message', (message: SaveAnswer) => {
  if (message?.kind !== 'save-answer') return;
  answer = message.path;
  process.send?.({ kind: 'heard' });
});
// The channel alone keeps no process alive.
process.channel?.unref();

/** With or without the window that it belongs to, as in Electron. */
export async function showSaveDialog(first: unknown, second?: SaveOptions): Promise<SaveResult> {
  const { defaultPath = 'file' } = second ?? (first as SaveOptions);
  report({ host: 'recorded', what: 'dialog.showSaveDialog', detail: defaultPath });
  const path = answer === undefined && !options.headless ? inDownloads(basename(defaultPath)) : (answer ?? null);
  return { canceled: path === null, filePath: path ?? '' };
}

/** The host has no dialog of its own: the file gets a free name in the downloads folder, and the path is told on stderr. */
function inDownloads(name: string): string {
  const folder = join(homedir(), 'Downloads');
  mkdirSync(folder, { recursive: true });
  const ending = extname(name);
  const stem = basename(name, ending);
  let path = join(folder, name);
  for (let number = 1; existsSync(path); number += 1) path = join(folder, `${stem} (${number})${ending}`);
  process.stderr.write(`The file goes to ${path}\n`);
  return path;
}
