/** The tray: shows the tokens, request rates and running tasks of the current connection, and opens the window. */
import { Menu, type MenuItemConstructorOptions, type NativeImage, nativeImage, Tray } from 'electron';
import small from '../../../resources/icons/png/16x16.png?inline';
import large from '../../../resources/icons/png/32x32.png?inline';
import type { Connection } from '../../shared/model/connection.ts';
import type { RateGroup } from '../../shared/model/rates.ts';
import type { Task } from '../../shared/model/task.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import { API_NAMES } from '../../shared/text/api-names.ts';
import { TOKEN_STATE_TITLES } from '../../shared/text/token-text.ts';
import { windowName } from '../../shared/text/window-name.ts';
import type { Log } from '../platform/ports.ts';
import { atTime, type ShownTarget } from './desktop-notices.ts';

export interface TrayFacts {
  readonly connection: Connection;
  readonly tokens: readonly TokenStatus[];
  readonly groups: readonly RateGroup[];
  readonly tasks: readonly Task[];
}

export interface TrayActions {
  readonly show: (target: ShownTarget | null) => void;
  readonly quit: () => void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The maximum number of running tasks in the menu. */
const MAX_TASKS = 5;

/** Makes the items of the tray's menu. Items of tokens and rates are disabled, because they only inform. */
function trayTemplate(facts: TrayFacts, { show, quit }: TrayActions): MenuItemConstructorOptions[] {
  const { connection, tokens, groups, tasks } = facts;
  const running = tasks.filter(({ state }) => state === 'running').slice(0, MAX_TASKS);
  return [
    { label: 'Show Latchkey', click: () => show(null) },
    separator,
    { label: connection.name, enabled: false },
    ...tokens.map((token) => ({ label: stateLine(token), enabled: false })),
    ...groups.flatMap((group) => rateLine(group) ?? []).map((label) => ({ label, enabled: false })),
    ...(running.length > 0 ? [separator] : []),
    ...running.map(({ id, title, done, steps }) => ({
      label: `${title}: ${done} of ${steps}`,
      click: () => show({ connectionId: connection.id, page: 'tasks', id }),
    })),
    separator,
    { label: 'Quit', click: quit },
  ];
}

const lockedTemplate = ({ show, quit }: TrayActions): MenuItemConstructorOptions[] => [
  { label: 'Show Latchkey', click: () => show(null) },
  { label: 'Locked', enabled: false },
  separator,
  { label: 'Quit', click: quit },
];

/** Describes a token: "Open API: Valid until 14:05, 4 of 5 issuances left". */
function stateLine({ label, state, expiresAt, quota }: TokenStatus): string {
  const living = expiresAt !== null && (state === 'valid' || state === 'due');
  const until = living ? ` until ${atTime(expiresAt).slice(3)}` : '';
  const { limit, used, unit } = quota;
  const left = limit === null ? 'no quota' : `${Math.max(0, limit - used)} of ${limit} ${unit} left`;
  return `${label}: ${TOKEN_STATE_TITLES[state]}${until}, ${left}`;
}

/** Describes the most used window, for example "Open API: 12 of 60 requests per minute"; null without limits. */
function rateLine({ api, windows }: RateGroup): string | null {
  const use = ({ used, allowed }: (typeof windows)[number]): number => used / Math.max(1, allowed);
  const [most] = windows.toSorted((a, b) => use(b) - use(a));
  return most ? `${API_NAMES[api]}: ${most.used} of ${most.allowed} requests per ${windowName(most.windowMs)}` : null;
}

/** The tray icon. On a desktop without a tray, the failure is logged and nothing is shown. */
export class DesktopTray {
  readonly #actions: TrayActions;
  #tray: Tray | null = null;
  #shown = '';

  constructor(actions: TrayActions, log: Log) {
    this.#actions = actions;
    try {
      this.#tray = new Tray(trayIcon());
      this.#tray.setToolTip('Latchkey');
      // On macOS a click opens the menu; elsewhere the other mouse button does.
      if (process.platform !== 'darwin') this.#tray.on('click', () => actions.show(null));
    } catch (error) {
      log.warn('there is no tray on this desktop', { error });
    }
  }

  /** Rebuilds the menu only when its text has changed, because a rebuild closes an open menu. */
  update(facts: TrayFacts): void {
    this.#set(trayTemplate(facts, this.#actions));
  }

  /** Replaces the menu by one that names nothing. */
  showLocked(): void {
    this.#set(lockedTemplate(this.#actions));
  }

  #set(template: MenuItemConstructorOptions[]): void {
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

/** Makes the tray icon: 16 × 16 points, sharp on displays of both densities. */
function trayIcon(): NativeImage {
  const icon = nativeImage.createEmpty();
  icon.addRepresentation({ scaleFactor: 1, dataURL: small });
  icon.addRepresentation({ scaleFactor: 2, dataURL: large });
  return icon;
}
