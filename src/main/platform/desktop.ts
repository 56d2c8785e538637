/** The desktop as handlers use it: clipboard, dialogs for files, links, windows and printing. */
import type { CopiedRows } from '../../shared/model/copied-rows.ts';
import type { TypedBefore } from '../../shared/model/typed-text.ts';
import type { CopiedTable } from './csv/clipboard-table.ts';
import type { OutputFileRequest } from './ports.ts';

export interface Desktop {
  /** Copies a text. After `clearAfterMs`, at the lock and at the end of the app, clears the clipboard if it still holds this text; null leaves it. */
  copyText(text: string, clearAfterMs?: number | null): Promise<void>;
  copyTable(table: CopiedTable): Promise<void>;
  /** Prints one of the console's own pages as PDF. */
  printPdf(html: string): Promise<Uint8Array>;
  /** Opens an https link outside of the console. Throws AppError `invalidInput` for any other link. */
  openLink(url: string): Promise<void>;
  /** Asks the person for the path of a file to read; `null` when the person cancels. */
  openFile(): Promise<string | null>;
  /** The path of a file that the system handed over; `null` for an unknown id. */
  givenFile(id: string): string | null;
  /** Asks the person for the path of a file to write; `null` when the person cancels. */
  chooseFile(request: OutputFileRequest): Promise<string | null>;
  /** Opens a folder in the system's file manager. */
  openFolder(path: string): Promise<void>;
  restart(): void;
  quit(): void;
  /** Opens another window for a connection. Throws AppError `invalidInput` when too many are open. */
  openWindow(connectionId: string): void;
  /** Keeps a text that was typed in a window, named by the id of its web contents, until the window closes. A null value deletes it. */
  keepTyped(contentsId: number, text: { key: string; value: string | null }): void;
  /** Returns the texts that were typed before the window's process crashed or the app was locked; null when neither happened. */
  takeTyped(contentsId: number): TypedBefore | null;
  /** Reports that a window drew its first page. */
  drawn(contentsId: number): void;
}

/** Copies rows to the clipboard. Resolves with the numbers of copied and of wanted rows. */
export async function copyRows(
  desktop: Desktop,
  { rows, wanted, ...table }: CopiedRows & CopiedTable,
): Promise<CopiedRows> {
  await desktop.copyTable(table);
  return { rows, wanted };
}

/** Writes a file that the person chooses; `null` when they cancel. */
export async function toChosenFile<Written>(
  desktop: Desktop,
  request: OutputFileRequest,
  write: (path: string) => Promise<Written> | Written,
): Promise<Written | null> {
  const path = await desktop.chooseFile(request);
  return path === null ? null : write(path);
}
