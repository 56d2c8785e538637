/**
 * Electron's `Menu`. The host draws no menu; accelerators work through key presses in the page, and a test chooses an item of a menu that
 * popped up. Unknown roles throw, which Electron makes items that do nothing.
 */
import { EventEmitter } from 'node:events';
import { parseAccelerator } from './accelerator.ts';
import { hub } from './hub.ts';
import { ROLES, ROLES_OF_BROWSER } from './menu-roles.ts';
import { modelled, NotModelled } from './not-modelled.ts';
import type { PageAccelerator } from './page-side.ts';
import { report } from './report.ts';

type Template = Electron.MenuItemConstructorOptions;

/** What roles act on. */
export interface MenuWindow {
  readonly webContents: { edit(role: string): Promise<void> };
  close(): void;
  reload(): void;
  minimize(): void;
}

const TYPES: readonly Electron.MenuItem['type'][] = ['normal', 'separator', 'submenu', 'checkbox', 'radio'];
const EDITS: ReadonlySet<string> = new Set(['cut', 'copy', 'paste', 'selectall', 'undo', 'redo', 'delete']);
let lastCommandId = 0;

export class MenuItem {
  readonly id: string | undefined;
  readonly commandId: number;
  label: string;
  readonly role: string | null;
  readonly type: Electron.MenuItem['type'];
  readonly accelerator: string | null;
  readonly registerAccelerator: boolean;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly submenu: Menu | null;
  private readonly clicked: Template['click'];

  constructor(template: Template) {
    lastCommandId += 1;
    this.commandId = lastCommandId;
    this.id = template.id;
    this.role = template.role?.toLowerCase() ?? null;
    const role = this.role === null ? undefined : ROLES[this.role];
    if (this.role !== null && !role)
      throw new NotModelled(`a menu item of role ${template.role}, which Electron ignores`);
    const submenu = (template.submenu ?? role?.submenu) as readonly Template[] | Menu | undefined;
    this.submenu = submenu instanceof Menu || !submenu ? (submenu ?? null) : Menu.buildFromTemplate([...submenu]);
    this.label = template.label ?? role?.label() ?? '';
    this.type = template.type ?? (this.submenu ? 'submenu' : 'normal');
    if (!TYPES.includes(this.type)) throw new Error(`Unknown menu item type: ${this.type}`);
    if (this.type === 'submenu' && !this.submenu) throw new Error('Invalid submenu');
    this.accelerator = template.accelerator ?? role?.accelerator ?? null;
    this.registerAccelerator = template.registerAccelerator ?? role?.registersAccelerator ?? true;
    this.enabled = template.enabled ?? true;
    this.visible = template.visible ?? true;
    this.checked = template.checked ?? false;
    this.clicked = template.click;
    if (this.accelerator) parseAccelerator('', this.accelerator, process.platform);
  }

  /** Acts as if a person chose the item. */
  async _choose(window: MenuWindow, quit: () => void, event: object): Promise<void> {
    if (this.type === 'checkbox' || this.type === 'radio') this.checked = !this.checked;
    if (this.role === null) this.clicked?.(this as never, window as never, event);
    else if (this.role === 'quit') quit();
    else if (this.role === 'close') window.close();
    else if (this.role === 'minimize') window.minimize();
    else if (this.role === 'reload' || this.role === 'forcereload') window.reload();
    else if (EDITS.has(this.role)) await window.webContents.edit(this.role);
    else throw new NotModelled(`what the menu role ${this.role} does`);
  }
}

/** A template as Electron takes it: separators that follow one another are one, and none is at an edge. */
function withoutExtraSeparators(items: readonly (Template | MenuItem)[]): (Template | MenuItem)[] {
  const isSeparator = (item: Template | MenuItem | undefined): boolean => item?.type === 'separator';
  const folded = items.filter(
    (item, index) => item.visible === false || !isSeparator(item) || !isSeparator(items[index - 1]),
  );
  return folded.filter(
    (item, index) => item.visible === false || !isSeparator(item) || (index > 0 && index < folded.length - 1),
  );
}

export class Menu extends EventEmitter {
  items: MenuItem[] = [];

  static buildFromTemplate(template: (Template | MenuItem)[]): Menu {
    if (!Array.isArray(template)) throw new TypeError('Invalid template for Menu: Menu template must be an array');
    if (!template.every((item) => 'label' in item || 'role' in item || item.type === 'separator'))
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
    const menu = modelled('Menu', new Menu());
    for (const item of withoutExtraSeparators(template))
      menu.append(item instanceof MenuItem ? item : modelled('MenuItem', new MenuItem(item)));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    if (menu !== null && !(menu instanceof Menu)) throw new TypeError('Invalid menu');
    applicationMenu = menu;
    for (const tell of changed) tell();
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }
  append(item: MenuItem): void {
    if (!(item instanceof MenuItem)) throw new TypeError('Invalid item');
    this.items.push(item);
  }
  getMenuItemById(id: string): MenuItem | null {
    return this._find((item) => item.id === id);
  }
  /** The first item that `matches`, in submenus too. */
  _find(matches: (item: MenuItem) => boolean): MenuItem | null {
    for (const item of this.items) {
      const found = matches(item) ? item : (item.submenu?._find(matches) ?? null);
      if (found) return found;
    }
    return null;
  }
  /** Shows nothing: a test chooses an item. */
  popup(options: Electron.PopupOptions = {}): void {
    if (options === null || typeof options !== 'object') throw new TypeError('Options must be an object');
    const { window, ...others } = options;
    // Electron takes the focused window, or any; which one must not be left to chance.
    if (!window) throw new NotModelled('Menu.popup without a window');
    const unknown = Object.keys(others).find((name) => !['x', 'y', 'sourceType', 'callback'].includes(name));
    if (unknown) throw new NotModelled(`the option ${unknown} of Menu.popup`);
    shown = { menu: this, window: window as unknown as MenuWindow, closed: options.callback ?? (() => {}) };
    const items = this.items.map(({ label, role, type, enabled }) => ({ label, role, type, enabled }));
    report({ host: 'recorded', what: 'menu.popup', detail: items });
  }
  static _choosePopped(label: string): Promise<void> {
    return choosePopped(label);
  }
  closePopup(): void {
    shown?.closed();
    shown = null;
  }
}

/** The menu that popped up last. */
let shown: { menu: Menu; window: MenuWindow; closed: () => void } | null = null;

/** Acts as if a person chose the item of the menu that popped up. */
async function choosePopped(label: string): Promise<void> {
  if (!shown) throw new Error(`no menu is open in which “${label}” could be chosen`);
  const { menu, window } = shown;
  const item = menu._find((one) => one.label === label);
  if (!item?.enabled) throw new Error(`the menu has no enabled item “${label}”`);
  menu.closePopup();
  await item._choose(window, () => {}, { triggeredByAccelerator: false });
}

let applicationMenu: Menu | null = null;
const changed = new Set<() => void>();

/** Called whenever the application menu is replaced. */
export const onMenuChanged = (listener: () => void): void => void changed.add(listener);

/** Every accelerator of the application menu whose keys the browser does not obey by itself. */
export function accelerators(): PageAccelerator[] {
  const within = (menu: Menu | null): PageAccelerator[] =>
    (menu?.items ?? []).flatMap((item) => {
      const isOurs = item.accelerator !== null && item.registerAccelerator && !ROLES_OF_BROWSER.has(item.role ?? '');
      return [
        ...(isOurs ? [parseAccelerator(String(item.commandId), item.accelerator ?? '', process.platform)] : []),
        ...within(item.submenu),
      ];
    });
  return within(applicationMenu);
}

/** Acts as if a person pressed the accelerator of an item. */
export function pressAccelerator(commandId: string, window: MenuWindow, quit: () => void): void {
  const item = hub.ready ? applicationMenu?._find((one) => String(one.commandId) === commandId) : null;
  if (item?.enabled) void item._choose(window, quit, { triggeredByAccelerator: true });
}
