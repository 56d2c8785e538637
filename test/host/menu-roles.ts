/** Electron's menu roles: default label, accelerator and submenu of each (its lib/browser/api/menu-item-roles.ts). */
import { hub } from './hub.ts';

export interface Role {
  readonly label: () => string;
  readonly accelerator?: string;
  /** False: Electron only draws the accelerator beside the item; the page itself obeys the keys. */
  readonly registersAccelerator?: false;
  readonly submenu?: readonly { readonly role?: string; readonly type?: string }[];
}

const isMac = process.platform === 'darwin';
const isWindows = process.platform === 'win32';
const labelled = (label: string, accelerator?: string): Role => ({
  label: () => label,
  ...(accelerator === undefined ? {} : { accelerator }),
});
const edits = (label: string, accelerator: string): Role => ({
  ...labelled(label, accelerator),
  registersAccelerator: false,
});
const separator = { type: 'separator' };
const roles = (...names: string[]) => names.map((name) => (name === '-' ? separator : { role: name }));
const quitLabel = (): string => (isMac ? `Quit ${hub.appName}` : isWindows ? 'Exit' : 'Quit');

export const ROLES: Readonly<Record<string, Role>> = {
  about: { label: () => (process.platform === 'linux' ? 'About' : `About ${hub.appName}`) },
  close: labelled(isMac ? 'Close Window' : 'Close', 'CommandOrControl+W'),
  copy: edits('Copy', 'CommandOrControl+C'),
  cut: edits('Cut', 'CommandOrControl+X'),
  delete: labelled('Delete'),
  forcereload: labelled('Force Reload', 'Shift+CmdOrCtrl+R'),
  front: labelled('Bring All to Front'),
  help: labelled('Help'),
  hide: { label: () => `Hide ${hub.appName}`, accelerator: 'Command+H' },
  hideothers: labelled('Hide Others', 'Command+Alt+H'),
  minimize: labelled('Minimize', 'CommandOrControl+M'),
  paste: edits('Paste', 'CommandOrControl+V'),
  pasteandmatchstyle: edits('Paste and Match Style', isMac ? 'Cmd+Option+Shift+V' : 'Shift+CommandOrControl+V'),
  quit: { label: quitLabel, ...(isWindows ? {} : { accelerator: 'CommandOrControl+Q' }) },
  redo: labelled('Redo', isWindows ? 'Control+Y' : 'Shift+CommandOrControl+Z'),
  reload: labelled('Reload', 'CmdOrCtrl+R'),
  resetzoom: labelled('Actual Size', 'CommandOrControl+0'),
  selectall: labelled('Select All', 'CommandOrControl+A'),
  services: labelled('Services'),
  recentdocuments: labelled('Open Recent'),
  clearrecentdocuments: labelled('Clear Menu'),
  showsubstitutions: labelled('Show Substitutions'),
  togglesmartquotes: labelled('Smart Quotes'),
  togglesmartdashes: labelled('Smart Dashes'),
  toggletextreplacement: labelled('Text Replacement'),
  startspeaking: labelled('Start Speaking'),
  stopspeaking: labelled('Stop Speaking'),
  toggledevtools: labelled('Toggle Developer Tools', isMac ? 'Alt+Command+I' : 'Ctrl+Shift+I'),
  togglefullscreen: labelled('Toggle Full Screen', isMac ? 'Control+Command+F' : 'F11'),
  undo: labelled('Undo', 'CommandOrControl+Z'),
  unhide: labelled('Show All'),
  window: labelled('Window'),
  zoom: labelled('Zoom'),
  zoomin: labelled('Zoom In', 'CommandOrControl+Plus'),
  zoomout: labelled('Zoom Out', 'CommandOrControl+-'),
  togglespellchecker: labelled('Check Spelling While Typing'),
  appmenu: {
    label: () => hub.appName,
    submenu: roles('about', '-', 'services', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'),
  },
  filemenu: { label: () => 'File', submenu: roles(isMac ? 'close' : 'quit') },
  editmenu: {
    label: () => 'Edit',
    submenu: roles('undo', 'redo', '-', 'cut', 'copy', 'paste', 'delete', '-', 'selectAll'),
  },
  viewmenu: {
    label: () => 'View',
    submenu: roles(
      'reload',
      'forceReload',
      'toggleDevTools',
      '-',
      'resetZoom',
      'zoomIn',
      'zoomOut',
      '-',
      'togglefullscreen',
    ),
  },
  windowmenu: {
    label: () => 'Window',
    submenu: isMac ? roles('minimize', 'zoom', '-', 'front') : roles('minimize', 'zoom', 'close'),
  },
  sharemenu: { label: () => 'Share', submenu: [] },
};

/** Roles whose keys the host's browser obeys by itself. */
export const ROLES_OF_BROWSER: ReadonlySet<string> = new Set([
  ...['undo', 'redo', 'selectall', 'delete', 'reload', 'forcereload'],
  ...['resetzoom', 'zoomin', 'zoomout', 'togglefullscreen', 'toggledevtools'],
]);
