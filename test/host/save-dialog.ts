/** Electron's `dialog.showSaveDialog` and `showOpenDialog`: a test answers them over the IPC channel; otherwise files go to the downloads folder. */
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { options } from './hub.ts';
import { report } from './report.ts';

/** A test's answer; the host acknowledges it. */
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

/** `undefined` until a test sends an answer. */
let answer: string | null | undefined;

process.on('message', (message: SaveAnswer) => {
  if (message?.kind !== 'save-answer') return;
  answer = message.path;
  process.send?.({ kind: 'heard' });
});
// The channel must not keep the process alive.
process.channel?.unref();

/** Takes an optional window first, as in Electron. */
export async function showSaveDialog(first: unknown, second?: SaveOptions): Promise<SaveResult> {
  const { defaultPath = 'file' } = second ?? (first as SaveOptions);
  report({ host: 'recorded', what: 'dialog.showSaveDialog', detail: defaultPath });
  const path = answer === undefined && !options.headless ? inDownloads(basename(defaultPath)) : (answer ?? null);
  return { canceled: path === null, filePath: path ?? '' };
}

/** The file of the test's answer; a person without Electron drops the file into the window instead. */
export async function showOpenDialog(): Promise<{ canceled: boolean; filePaths: string[] }> {
  report({ host: 'recorded', what: 'dialog.showOpenDialog', detail: '' });
  if (answer === undefined && !options.headless) process.stderr.write('Drop the file into the window instead.\n');
  return { canceled: !answer, filePaths: answer ? [answer] : [] };
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
