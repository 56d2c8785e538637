/** The module that replaces `electron` in the host: modelled exports, and exports that throw when they are used. */
import { app } from './app.ts';
import { ClipboardItem, clipboard, dialog, powerMonitor, screen, shell } from './desktop.ts';
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
  ClipboardItem,
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
  screen,
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
export const systemPreferences = absent('systemPreferences');
export const utilityProcess = absent('utilityProcess');
export const View = absent('View');
export const webContents = absent('webContents');
export const WebContentsView = absent('WebContentsView');
export const webFrameMain = absent('webFrameMain');

/** The default export, for modules written for CommonJS. */
export const electron = modelled('electron', {
  app,
  BrowserWindow,
  ClipboardItem,
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
  screen,
  session,
  shell,
  Tray,
});
