/** Prints the console's own pages as PDF, each in a hidden window without scripts, preload or network. */
import { randomUUID } from 'node:crypto';
import { BrowserWindow } from 'electron';
import { PAGE_URL } from './scheme.ts';

export class PrintViews {
  readonly #pages = new Map<string, string>();

  /** The HTML of this id while it is printed; else `null`. */
  page(id: string): string | null {
    return this.#pages.get(id) ?? null;
  }

  /** Prints HTML on A4, or on the paper size in its styles. */
  async pdf(html: string): Promise<Uint8Array> {
    const id = randomUUID();
    this.#pages.set(id, html);
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        javascript: false,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        devTools: false,
      },
    });
    try {
      await window.loadURL(`${PAGE_URL}prints/${id}`);
      return await window.webContents.printToPDF({ pageSize: 'A4', printBackground: true, preferCSSPageSize: true });
    } finally {
      this.#pages.delete(id);
      window.destroy();
    }
  }
}
