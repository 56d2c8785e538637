/** Electron's `dialog.showMessageBox`: a person answers it in a page of its own; without a display it is cancelled. */
import { browser } from './browser.ts';
import { options } from './hub.ts';
import { report } from './report.ts';

interface BoxOptions {
  readonly title?: string;
  readonly message: string;
  readonly detail?: string;
  readonly buttons?: string[];
  readonly cancelId?: number;
  /** Closes the box when it aborts, as if the person cancelled it. */
  readonly signal?: AbortSignal;
}

/** Takes an optional window first, as in Electron. */
export async function showMessageBox(
  first: unknown,
  second?: BoxOptions,
): Promise<{ response: number; checkboxChecked: boolean }> {
  const box = second ?? (first as BoxOptions);
  const { title = '', message, detail = '', buttons = ['OK'], cancelId = 0, signal } = box;
  report({ host: 'recorded', what: 'dialog.showMessageBox', detail: { title, message, detail, buttons } });
  const chosen = options.headless ? null : await askPerson({ title, message, detail, buttons }, signal);
  return { response: chosen ?? cancelId, checkboxChecked: false };
}

/** Draws the box in a page that the app's page cannot reach; null when the person closes it. */
async function askPerson(
  box: Required<Omit<BoxOptions, 'cancelId' | 'signal'>>,
  signal?: AbortSignal,
): Promise<number | null> {
  const page = await (await browser()).newPage();
  const { promise, resolve } = Promise.withResolvers<number | null>();
  page.once('close', () => resolve(null));
  signal?.addEventListener('abort', () => resolve(null));
  await page.exposeFunction('choose', (button: number) => resolve(button));
  await page.evaluate(({ title, message, detail, buttons }) => {
    document.title = title;
    document.body.style.cssText = 'font: 16px system-ui; margin: 2rem; white-space: pre-wrap; overflow-wrap: anywhere';
    const add = (tag: string, text: string): HTMLElement => {
      const element = document.body.appendChild(document.createElement(tag));
      element.textContent = text;
      return element;
    };
    add('h1', message);
    add('p', detail);
    for (const [index, label] of buttons.entries()) {
      add('button', label).addEventListener('click', () =>
        (window as unknown as { choose(button: number): void }).choose(index),
      );
    }
  }, box);
  const chosen = await promise;
  await page.close().catch(() => {});
  return chosen;
}
