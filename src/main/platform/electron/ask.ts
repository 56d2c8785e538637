/** The Ask port over Electron's native message box. */
import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { DialogLimit } from '../dialog-limit.ts';
import { machineMonotonic } from '../machine.ts';
import type { Ask, AskForProgram, Question } from '../ports.ts';

const CONFIRM = 0;
const CANCEL = 1;

/** Limits the number of native dialogs that scripts of the page can open. */
export const dialogs = new DialogLimit(machineMonotonic);

interface NativeChoice extends Pick<Question, 'title' | 'message' | 'detail'> {
  /** The labels of the buttons; `none` is the last one, and Enter and Escape choose it. */
  readonly options: readonly string[];
  readonly none: string;
}

/** Asks within a limit; `null` when the question was not shown. */
async function askWithin(limit: DialogLimit, question: Question): Promise<boolean | null> {
  let isShown = false;
  const confirmed = await limit.show(async () => {
    isShown = true;
    const { response } = await show(optionsOf(question));
    return response === CONFIRM ? true : null;
  });
  return isShown ? confirmed === true : null;
}

let isHeld = (): boolean => false;
/** Shows no more choices while `held` returns true, because somebody else may be at the computer. */
export function holdChoicesWhile(held: () => boolean): void {
  isHeld = held;
}

/**
 * Asks the person to choose one of `options`, within the limit of the page's questions. Resolves with the option's index; `null` for none, undefined
 * when the question was not shown or was closed.
 */
export async function chooseNatively(choice: NativeChoice): Promise<number | null | undefined> {
  const { title, message, detail, options, none } = choice;
  const buttons = [...options, none];
  const [cancelId, noLink] = [options.length, true];
  let chosen: number | null | undefined;
  if (isHeld()) return undefined;
  await dialogs.show(async () => {
    const box = { type: 'question', title, message, detail, buttons, defaultId: cancelId, cancelId, noLink } as const;
    const { response } = await show({ ...box, buttons });
    if (!isHeld()) chosen = response < options.length ? response : null;
    return chosen ?? null;
  });
  return chosen;
}

export const askNatively: Ask = async (question) => (await askWithin(dialogs, question)) === true;

/** The limit on questions about programs. It is separate, so that programs cannot use up the limit of the page's questions. */
const programDialogs = new DialogLimit(machineMonotonic);
export const askForProgram: AskForProgram = (question) => askWithin(programDialogs, question);

/** The options of the message box. Enter and Escape both cancel, so a person who types while the question appears confirms nothing. */
const optionsOf = ({ title, message, detail, confirm, cancel }: Question): MessageBoxOptions => ({
  type: 'question',
  title,
  message,
  detail,
  buttons: [confirm, cancel],
  defaultId: CANCEL,
  cancelId: CANCEL,
  noLink: true,
});

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
