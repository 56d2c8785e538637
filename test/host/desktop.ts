/** The desktop around the window: clipboard, links, dialogs, power. */
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { hub, options } from './hub.ts';
import { showMessageBox } from './message-box.ts';
import { modelled } from './not-modelled.ts';
import { record, report } from './report.ts';
import { showOpenDialog, showSaveDialog } from './save-dialog.ts';

let copied = '';

/** Keeps the text, and also writes it to the display's clipboard if a page is open. */
export const clipboard = modelled('clipboard', {
  async writeText(text: string): Promise<void> {
    copied = text;
    record('clipboard.writeText', text);
    if (options.headless) return;
    const page = (await hub.browser)?.pages()[0];
    await page
      ?.evaluate((content) => {
        const put = (event: ClipboardEvent): void => {
          event.clipboardData?.setData('text/plain', content);
          event.preventDefault();
          event.stopImmediatePropagation();
        };
        document.addEventListener('copy', put, { capture: true, once: true });
        document.execCommand('copy');
        document.removeEventListener('copy', put, { capture: true });
      }, text)
      .catch(() => {});
  },
  async readText(): Promise<string> {
    return copied;
  },
  async clear(): Promise<void> {
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
