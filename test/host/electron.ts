/** The module that the specifier `electron` means under the host: what has a model, and the names of all that has none. */
import { app } from './app.ts';
import { clipboard, dialog, powerMonitor, shell } from './desktop.ts';
import { ipcMain } from './ipc-main.ts';
import { MenuItem as MenuItemModel, Menu as MenuModel } from './menu.ts';
import { nativeTheme } from './native-theme.ts';
import { net, protocol, session } from './network.ts';
import { absent, modelled } from './not-modelled.ts';
import { safeStorage } from './safe-storage.ts';
import { Notification, nativeImage, Tray } from './tray.ts';
import { BrowserWindow } from './window.ts';

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
  Tray,
};
export const Menu = modelled('Menu', MenuModel);
export const MenuItem = modelled('MenuItem', MenuItemModel);

export const autoUpdater = absent('autoUpdater');
export const BaseWindow = absent('BaseWindow');
export const contentTracing = absent('contentTracing');
export const crashReporter = absent('crashReporter');
export const desktopCapturer = absent('desktopCapturer');
export const globalShortcut = absent('globalShortcut');
export const MessageChannelMain = absent('MessageChannelMain');
export const netLog = absent('netLog');
export const powerSaveBlocker = absent('powerSaveBlocker');
export const screen = absent('screen');
export const systemPreferences = absent('systemPreferences');
export const utilityProcess = absent('utilityProcess');
export const View = absent('View');
export const webContents = absent('webContents');
export const WebContentsView = absent('WebContentsView');
export const webFrameMain = absent('webFrameMain');

/** For `import electron from 'electron'`, as modules written for CommonJS do. */
export const electron = modelled('electron', {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
  Tray,
});
