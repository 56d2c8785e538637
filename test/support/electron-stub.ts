/** Replaces `electron` in tests: code that reads a member of it throws an error with the member's name. */
const fail = (name: string): never => {
  throw new Error(`a test reached electron.${name}; hand in a port instead`);
};

const member = (name: string): object => new Proxy({}, { get: (_, key) => fail(`${name}.${String(key)}`) });

export const app = member('app');
export const BrowserWindow = member('BrowserWindow');
export const ClipboardItem = member('ClipboardItem');
export const clipboard = member('clipboard');
export const dialog = member('dialog');
export const ipcMain = member('ipcMain');
export const Menu = member('Menu');
export const net = member('net');
export const nativeImage = member('nativeImage');
export const nativeTheme = member('nativeTheme');
export const Notification = member('Notification');
export const powerMonitor = member('powerMonitor');
export const protocol = member('protocol');
export const safeStorage = member('safeStorage');
export const screen = member('screen');
export const session = member('session');
export const shell = member('shell');
export const systemPreferences = member('systemPreferences');
export const Tray = member('Tray');
