/** The desktop while the app is locked. An action that began before the lock copies nothing, and reads and writes no file. */
import { AppError } from '../../shared/app-error.ts';
import type { Desktop } from '../platform/desktop.ts';

type Held = Pick<Desktop, 'copyText' | 'copyTable' | 'printPdf' | 'openFile' | 'chooseFile' | 'openLink'>;

/** Wraps a desktop so that each action rejects with AppError `locked` while the app is locked, or if the app was locked before the action ended. */
export function lockedDesktop(desktop: Held, isLocked: () => boolean): Held {
  const unlessLocked =
    <Args extends readonly unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      refuse(isLocked());
      const result = await act(...args);
      refuse(isLocked());
      return result;
    };
  return {
    copyText: unlessLocked(desktop.copyText),
    copyTable: unlessLocked(desktop.copyTable),
    printPdf: unlessLocked(desktop.printPdf),
    openFile: unlessLocked(desktop.openFile),
    chooseFile: unlessLocked(desktop.chooseFile),
    openLink: unlessLocked(desktop.openLink),
  };
}

function refuse(isLocked: boolean): void {
  if (isLocked) throw new AppError('locked', {});
}
