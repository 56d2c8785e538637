/** The tray: shows the state of each token of the current connection and opens the window. */
import { Menu, type MenuItemConstructorOptions, type NativeImage, nativeImage, Tray } from 'electron';
import small from '../../../resources/icons/png/16x16.png?inline';
import large from '../../../resources/icons/png/32x32.png?inline';
import type { TokenStatus } from '../../shared/model/token.ts';
import { TOKEN_STATE_TITLES } from '../../shared/text/token-text.ts';
import type { Log } from '../platform/ports.ts';
import { atHour } from './token-alarm.ts';

export interface TrayFacts {
  readonly connectionName: string;
  readonly tokens: readonly TokenStatus[];
}

export interface TrayActions {
  readonly show: () => void;
  readonly quit: () => void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Items with the state of a token are disabled, because they only inform. */
function trayTemplate(facts: TrayFacts, { show, quit }: TrayActions): MenuItemConstructorOptions[] {
  return [
    { label: 'Show Latchkey', click: show },
    separator,
    { label: facts.connectionName, enabled: false },
    ...facts.tokens.map((token) => ({ label: stateLine(token), enabled: false })),
    separator,
    { label: 'Quit', click: quit },
  ];
}

/** For example "Open API: Valid until 14:05, 4 of 5 issuances left". */
function stateLine({ label, state, expiresAt, quota }: TokenStatus): string {
  const living = expiresAt !== null && (state === 'valid' || state === 'due');
  const until = living ? ` until ${atHour(expiresAt).slice(3)}` : '';
  const { limit, used, unit } = quota;
  const left = limit === null ? 'no quota' : `${Math.max(0, limit - used)} of ${limit} ${unit} left`;
  return `${label}: ${TOKEN_STATE_TITLES[state]}${until}, ${left}`;
}

/** The tray icon. On a desktop without a tray, the failure is logged and nothing is shown. */
export class TokenTray {
  readonly #actions: TrayActions;
  #tray: Tray | null = null;
  #shown = '';

  constructor(actions: TrayActions, log: Log) {
    this.#actions = actions;
    try {
      this.#tray = new Tray(trayIcon());
      this.#tray.setToolTip('Latchkey');
      // On macOS a click opens the menu; elsewhere the other mouse button does.
      if (process.platform !== 'darwin') this.#tray.on('click', actions.show);
    } catch (error) {
      log.warn('there is no tray on this desktop', { error });
    }
  }

  /** Rebuilds the menu only when its text has changed, because a rebuild closes an open menu. */
  update(facts: TrayFacts): void {
    const template = trayTemplate(facts, this.#actions);
    const shown = JSON.stringify(template);
    if (this.#tray === null || shown === this.#shown) return;
    this.#shown = shown;
    this.#tray.setContextMenu(Menu.buildFromTemplate(template));
  }

  close(): void {
    this.#tray?.destroy();
    this.#tray = null;
  }
}

/** 16 × 16 points, sharp on displays of both densities. */
function trayIcon(): NativeImage {
  const icon = nativeImage.createEmpty();
  icon.addRepresentation({ scaleFactor: 1, dataURL: small });
  icon.addRepresentation({ scaleFactor: 2, dataURL: large });
  return icon;
}
