/** The Ask port over Electron's native message box. */
import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import type { Ask, Question } from '../ports.ts';

const CONFIRM = 0;
const CANCEL = 1;

let isOpen = false;

export const askNatively: Ask = async (question) => {
  if (isOpen) return false;
  isOpen = true;
  try {
    return (await show(optionsOf(question))).response === CONFIRM;
  } finally {
    isOpen = false;
  }
};

/** Enter and Escape both cancel: a person who types while the question appears confirms nothing. */
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

function show(options: MessageBoxOptions): Promise<{ response: number }> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
}
