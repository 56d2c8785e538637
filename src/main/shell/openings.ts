/** Collects the links and files that the system asks the app to open, also those that arrive before the console exists. */
import { app } from 'electron';
import { isBackground, launchOf } from './launch.ts';
import { LINK_SCHEME, type Opening, openingIn, openingOfFile, openingOfLink } from './opening.ts';

const HOME = '/';

export class Openings {
  /** True when programs started the app: it opens no window until a person does. */
  isBackground: boolean;
  #show: ((opening: Opening | null) => void) | null = null;
  #pending: Opening | null;

  /** Begins to collect. Call before `ready`, because macOS reports the file that started the app before that. */
  constructor(args: readonly string[]) {
    this.isBackground = isBackground(args, process.platform);
    this.#pending = openingIn(args, process.cwd(), process.platform);
    app.on('open-file', (event, path) => {
      event.preventDefault();
      this.#receive(openingOfFile(path, HOME));
    });
    app.on('open-url', (event, address) => {
      event.preventDefault();
      this.#receive(openingOfLink(address));
    });
    app.on('second-instance', (_event, argv, folder) => {
      const { args: given } = launchOf({ argv, isPackaged: app.isPackaged, platform: process.platform });
      // A program that asks at the same time as another one shows nothing to the person.
      if (!isBackground(given, process.platform)) this.#receive(openingIn(given, folder, process.platform));
    });
  }

  /** Returns the file or link that the app was started with, or null. Afterwards calls `show` at each later start, with its file or link or null. */
  follow(show: (opening: Opening | null) => void): Opening | null {
    this.#show = show;
    const pending = this.#pending;
    this.#pending = null;
    return pending;
  }

  #receive(opening: Opening | null): void {
    if (this.#show) this.#show(opening);
    else {
      this.#pending = opening ?? this.#pending;
      this.isBackground = false;
    }
  }
}

/**
 * Registers the app for addresses of its scheme (`latchkey://`) on Windows, where a per-user installer cannot. The argument `--` before each address keeps
 * it from being read as a switch.
 */
export function registerLinks(): void {
  const isInstalled = app.isPackaged && !process.env.PORTABLE_EXECUTABLE_DIR;
  if (process.platform === 'win32' && isInstalled)
    app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--']);
}
