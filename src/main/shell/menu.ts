/** The application menu with its accelerators. Its items send commands of the contract to the renderer. */
import { Menu, type MenuItemConstructorOptions } from 'electron';
import { acceleratorOf } from '../../shared/input/shortcuts.ts';
import type { AppCommand, Preferences } from '../../shared/model/app.ts';

export interface MenuOptions {
  readonly mac: boolean;
  readonly development: boolean;
  readonly theme: Preferences['theme'];
  readonly audience: Preferences['audience'];
  readonly command: (command: AppCommand) => void;
  readonly chooseTheme: (theme: Preferences['theme']) => void;
  readonly resetZoom: () => void;
}

/** The commands that open pages, in the order of the navigation. */
const VIEWS: readonly [AppCommand, string][] = [
  ['overview', 'Overview'],
  ['listings', 'Listings'],
  ['availability', 'Availability'],
  ['calendars', 'Calendars'],
  ['quotes', 'Quotes'],
  ['tasks', 'Tasks'],
  ['traffic', 'Traffic'],
  ['doctor', 'Doctor'],
  ['connections', 'Connections'],
  ['sandbox', 'Sandbox'],
];

const THEMES: readonly [Preferences['theme'], string][] = [
  ['system', 'As the System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

const separator: MenuItemConstructorOptions = { type: 'separator' };

export function setMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}

export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { mac } = options;
  return [
    ...(mac ? [macApplication()] : []),
    {
      label: mac ? 'File' : '&File',
      submenu: [
        {
          label: 'New Connection…',
          accelerator: acceleratorOf('newConnection'),
          click: () => options.command('newConnection'),
        },
        { label: 'New Window', accelerator: acceleratorOf('newWindow'), click: () => options.command('newWindow') },
        { label: 'Lock', accelerator: acceleratorOf('lock'), click: () => options.command('lock') },
        separator,
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: mac ? 'Edit' : '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        { label: 'Search…', accelerator: acceleratorOf('search'), click: () => options.command('search') },
      ],
    },
    { label: mac ? 'View' : '&View', submenu: viewItems(options) },
    { label: mac ? 'Window' : '&Window', submenu: mac ? macWindow() : [{ role: 'minimize' }, { role: 'close' }] },
    { label: mac ? 'Help' : '&Help', submenu: helpItems(options) },
  ];
}

function viewItems({
  command,
  chooseTheme,
  resetZoom,
  theme,
  audience,
  development,
}: MenuOptions): MenuItemConstructorOptions[] {
  return [
    ...VIEWS.map(([view, label]) => ({
      label: view === 'overview' && audience === 'managers' ? 'Today' : label,
      accelerator: acceleratorOf(view),
      click: () => command(view),
    })),
    separator,
    {
      label: 'Appearance',
      submenu: THEMES.map(([value, label]) => ({
        label,
        type: 'radio' as const,
        checked: value === theme,
        click: () => chooseTheme(value),
      })),
    },
    separator,
    { label: 'Usual Text Size', accelerator: 'CmdOrCtrl+0', click: resetZoom },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    ...(development
      ? [separator, { role: 'reload' } as const, { role: 'forceReload' } as const, { role: 'toggleDevTools' } as const]
      : []),
  ];
}

const helpItems = ({ mac, command }: MenuOptions): MenuItemConstructorOptions[] => [
  { label: 'Latchkey Help', accelerator: acceleratorOf('help'), click: () => command('help') },
  { label: 'Keyboard Shortcuts', accelerator: acceleratorOf('shortcuts'), click: () => command('shortcuts') },
  { label: 'Report a Problem…', accelerator: acceleratorOf('report'), click: () => command('report') },
  ...(mac ? [] : [separator, { role: 'about' } as const]),
];

const macApplication = (): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ],
});

const macWindow = (): MenuItemConstructorOptions[] => [
  { role: 'minimize' },
  { role: 'zoom' },
  separator,
  { role: 'front' },
];
