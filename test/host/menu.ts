/** Electron's `Menu`. The host draws no menu; accelerators work through key presses in the page. */
import { EventEmitter } from 'node:events';
import { parseAccelerator } from './accelerator.ts';
import { hub } from './hub.ts';
import { modelled, NotModelled } from './not-modelled.ts';
import type { PageAccelerator } from './page-side.ts';

interface Template {
  id?: string;
  label?: string;
  sublabel?: string;
  role?: string;
  type?: string;
  accelerator?: string;
  registerAccelerator?: boolean;
  enabled?: boolean;
  visible?: boolean;
  checked?: boolean;
  submenu?: Template[] | Menu;
  click?: (item: MenuItem, window: unknown, event: object) => void;
}

let lastId = 0;

export class MenuItem {
  readonly id: string;
  label: string;
  role: string | null;
  type: string;
  accelerator: string | null;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  submenu: Menu | null;
  click: (item: MenuItem, window: unknown, event: object) => void;
  constructor(template: Template) {
    lastId += 1;
    this.id = template.id ?? `item-${lastId}`;
    this.label = template.label ?? template.role ?? '';
    this.role = template.role?.toLowerCase() ?? null;
    this.type = template.type ?? (template.submenu ? 'submenu' : template.role ? 'role' : 'normal');
    this.accelerator = template.registerAccelerator === false ? null : (template.accelerator ?? null);
    this.enabled = template.enabled ?? true;
    this.visible = template.visible ?? true;
    this.checked = template.checked ?? false;
    this.submenu = Array.isArray(template.submenu)
      ? Menu.buildFromTemplate(template.submenu)
      : (template.submenu ?? null);
    this.click = template.click ?? (() => {});
    if (this.accelerator) parseAccelerator(this.id, this.accelerator, process.platform);
  }
}

export class Menu extends EventEmitter {
  items: MenuItem[] = [];

  static buildFromTemplate(template: Template[]): Menu {
    const menu = modelled('Menu', new Menu());
    for (const item of template) menu.append(modelled('MenuItem', new MenuItem(item)));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
    for (const tell of changed) tell();
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }
  append(item: MenuItem): void {
    this.items.push(item);
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null);
      if (found) return found;
    }
    return null;
  }
  popup(): void {
    throw new NotModelled('Menu.popup');
  }
}

let applicationMenu: Menu | null = null;
const changed = new Set<() => void>();

/** Called whenever the application menu is replaced. */
export const onMenuChanged = (listener: () => void): void => void changed.add(listener);

/** Every accelerator of the application menu, and those of roles that the browser lacks. */
export function accelerators(): PageAccelerator[] {
  const within = (menu: Menu | null): PageAccelerator[] =>
    (menu?.items ?? []).flatMap((item) => {
      const text = item.accelerator ?? (item.role === 'quit' ? 'CmdOrCtrl+Q' : null);
      return [...(text ? [parseAccelerator(item.id, text, process.platform)] : []), ...within(item.submenu)];
    });
  return within(applicationMenu);
}

/** Acts as if a person chose the item. Roles that the browser implements do nothing here. */
export function chooseMenuItem(id: string, window: { close(): void; reload(): void }, quit: () => void): void {
  const item = hub.ready ? applicationMenu?.getMenuItemById(id) : null;
  if (!item?.enabled) return;
  if (item.role === 'quit') quit();
  else if (item.role === 'close') window.close();
  else if (item.role === 'reload' || item.role === 'forcereload') window.reload();
  else item.click(item, window, { triggeredByAccelerator: true });
}
