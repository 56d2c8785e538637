/** The desktop around the window: clipboard, links, dialogs, power. */
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { hub, options } from './hub.ts';
import { showMessageBox } from './message-box.ts';
import { modelled, NotModelled } from './not-modelled.ts';
import { record, report } from './report.ts';
import { showOpenDialog, showSaveDialog } from './save-dialog.ts';

let copied = '';

type Representations = ConstructorParameters<typeof Electron.ClipboardItem>[0];

/** What is written to the clipboard at once: its representations by type. */
export class ClipboardItem {
  readonly #items: Representations;

  constructor(items: Representations) {
    this.#items = items;
  }

  get types(): string[] {
    return Object.keys(this.#items);
  }

  async getType(type: string): Promise<Blob> {
    const content = await this.#items[type];
    if (content === undefined) throw new Error(`The clipboard item has no ${type}.`);
    if (content instanceof Blob) return content;
    if (typeof content !== 'string') throw new NotModelled('a bookmark of the clipboard');
    return new Blob([content], { type });
  }
}

/** Writes to the display's clipboard if a page is open. */
async function writeToDisplay(contents: Readonly<Record<string, string>>): Promise<void> {
  if (options.headless) return;
  const page = (await hub.browser)?.pages()[0];
  await page
    ?.evaluate((given) => {
      const put = (event: ClipboardEvent): void => {
        for (const [type, content] of Object.entries(given)) event.clipboardData?.setData(type, content);
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      document.addEventListener('copy', put, { capture: true, once: true });
      document.execCommand('copy');
      document.removeEventListener('copy', put, { capture: true });
    }, contents)
    .catch(() => {});
}

/** Keeps the text, and also writes it to the display's clipboard. */
export const clipboard = modelled('clipboard', {
  async writeText(text: string): Promise<void> {
    copied = text;
    const contents = { 'text/plain': text };
    record('clipboard.write', contents);
    await writeToDisplay(contents);
  },
  async write(items: readonly ClipboardItem[]): Promise<void> {
    const contents: Record<string, string> = {};
    for (const item of items) for (const type of item.types) contents[type] = await (await item.getType(type)).text();
    copied = contents['text/plain'] ?? '';
    record('clipboard.write', contents);
    await writeToDisplay(contents);
  },
  async readText(): Promise<string> {
    return copied;
  },
  clear(): void {
    copied = '';
  },
});

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the target with the desktop's handler; a headless host only reports it. */
const openOutside = (target: string): void => {
  report({ host: 'opened-outside', url: target });
  if (options.headless) return;
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, target], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
};

export const shell = modelled('shell', {
  async openExternal(url: string): Promise<void> {
    openOutside(url);
  },
  async openPath(path: string): Promise<string> {
    openOutside(path);
    return '';
  },
  showItemInFolder(path: string): void {
    record('shell.showItemInFolder', path);
  },
  beep(): void {},
});

export const dialog = modelled('dialog', {
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}\n${content}\n`);
  },
  showMessageBox,
  showOpenDialog,
  showSaveDialog,
});

class PowerMonitor extends EventEmitter {
  getSystemIdleTime(): number {
    return 0;
  }
  isOnBatteryPower(): boolean {
    return false;
  }
}
export const powerMonitor = modelled('powerMonitor', new PowerMonitor());

/** One display, of a common size. */
export const screen = modelled('screen', {
  getDisplayMatching: (_rect: Electron.Rectangle): Electron.Display =>
    ({ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }) as Electron.Display,
});
