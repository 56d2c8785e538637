/** Electron's `dialog.showSaveDialog` and `showOpenDialog`: files go to the downloads folder; without a display both are cancelled. */
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { options } from './hub.ts';
import { report } from './report.ts';

interface SaveOptions {
  readonly defaultPath?: string;
}
interface SaveResult {
  readonly canceled: boolean;
  readonly filePath: string;
}

/** Takes an optional window first, as in Electron. */
export async function showSaveDialog(first: unknown, second?: SaveOptions): Promise<SaveResult> {
  const { defaultPath = 'file' } = second ?? (first as SaveOptions);
  report({ host: 'recorded', what: 'dialog.showSaveDialog', detail: defaultPath });
  const path = options.headless ? null : inDownloads(basename(defaultPath));
  return { canceled: path === null, filePath: path ?? '' };
}

/** Always cancelled; a person without Electron drops the file into the window instead. */
export async function showOpenDialog(): Promise<{ canceled: boolean; filePaths: string[] }> {
  report({ host: 'recorded', what: 'dialog.showOpenDialog', detail: '' });
  if (!options.headless) process.stderr.write('Drop the file into the window instead.\n');
  return { canceled: true, filePaths: [] };
}

/** A free name in the downloads folder; stderr shows it to the person. */
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
