/** The Ask port over Electron's native message box. */
import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { DialogLimit } from '../dialog-limit.ts';
import { machineMonotonic } from '../machine.ts';
import type { Ask, AskForProgram, Choice, Choose, Question } from '../ports.ts';

/** Limits the number of native dialogs that scripts of the page can open. */
export const dialogs = new DialogLimit(machineMonotonic);

/** Asks within a limit; undefined if it was not shown. Enter and Escape choose none (`null`), so somebody who types while it appears confirms nothing. */
async function chooseWithin(
  limit: DialogLimit,
  { title, message, detail, options, none }: Choice,
): Promise<number | null | undefined> {
  let chosen: number | null | undefined;
  await limit.show(async () => {
    const buttons = [...options, none];
    const last = options.length;
    const box: MessageBoxOptions = { type: 'question', title, message, detail, buttons, noLink: true };
    const { response } = await show({ ...box, defaultId: last, cancelId: last });
    chosen = response < last ? response : null;
    return chosen;
  });
  return chosen;
}

let isHeld = (): boolean => false;
/** Shows no more choices while `held` returns true, because somebody else may be at the computer. */
export function holdChoicesWhile(held: () => boolean): void {
  isHeld = held;
}

/** Asks the person to choose, within the limit of the page's questions. */
export const chooseNatively: Choose = async (choice) => {
  const chosen = isHeld() ? undefined : await chooseWithin(dialogs, choice);
  return isHeld() ? undefined : chosen;
};

/** Asks a question within a limit; `null` when it was not shown. */
async function askWithin(limit: DialogLimit, { confirm, cancel, ...about }: Question): Promise<boolean | null> {
  const chosen = await chooseWithin(limit, { ...about, options: [confirm], none: cancel });
  return chosen === undefined ? null : chosen !== null;
}

export const askNatively: Ask = async (question) => (await askWithin(dialogs, question)) === true;

/** The limit on questions about programs. It is separate, so that programs cannot use up the limit of the page's questions. */
const programDialogs = new DialogLimit(machineMonotonic);
export const askForProgram: AskForProgram = (question) => askWithin(programDialogs, question);

/** Returns the owner of a native dialog: the focused window, or else the newest visible one. On macOS the dialog is a sheet of its owner. */
export const dialogOwner = (): BrowserWindow | null =>
  BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows().findLast((window) => window.isVisible()) ?? null;

const open = new Set<AbortController>();

/** Closes each open question, which answers it with no. */
export function closeQuestions(): void {
  for (const question of open) question.abort();
}

async function show(given: MessageBoxOptions): Promise<{ response: number }> {
  const window = dialogOwner();
  const question = new AbortController();
  const options = { ...given, signal: question.signal };
  open.add(question);
  try {
    return await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  } finally {
    open.delete(question);
  }
}
