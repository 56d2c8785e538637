/**
 * Holds the host's exports against Electron's typings, for the compiler alone: an interface that changes with the next Electron fails the
 * check here. What a member does is compared by tests.
 */
import type { Faults, None } from './fits.ts';
import type { FrameModel } from './frames.ts';
import type { Menu, MenuItem } from './menu.ts';
import type { NavigationHistoryModel, WebContents } from './web-contents.ts';
import type { WebRequest } from './web-request.ts';

type Host = Omit<typeof import('./electron.ts'), 'electron'>;
type Actual = typeof import('electron');
type Name = keyof Host & string;

type Instance<Class> = Class extends abstract new (...args: never[]) => infer Made ? Made : never;
type Arguments<Class> = Class extends abstract new (...args: infer Args) => unknown ? Args : never;

/** Models of classes, each with what it stands for. In a signature, a model counts as what it stands for. */
interface Stands {
  BrowserWindow: readonly [Instance<Host['BrowserWindow']>, Electron.BrowserWindow];
  ClipboardItem: readonly [Instance<Host['ClipboardItem']>, Electron.ClipboardItem];
  Menu: readonly [Menu, Electron.Menu];
  MenuItem: readonly [MenuItem, Electron.MenuItem];
  NativeImage: readonly [ReturnType<Host['nativeImage']['createEmpty']>, Electron.NativeImage];
  NavigationHistory: readonly [NavigationHistoryModel, Electron.NavigationHistory];
  Notification: readonly [Instance<Host['Notification']>, Electron.Notification];
  Protocol: readonly [Host['protocol'], Electron.Protocol];
  Session: readonly [ReturnType<Host['session']['fromPartition']>, Electron.Session];
  Tray: readonly [Instance<Host['Tray']>, Electron.Tray];
  WebContents: readonly [WebContents, Electron.WebContents];
  WebFrameMain: readonly [FrameModel, Electron.WebFrameMain];
  WebRequest: readonly [WebRequest['api'], Electron.WebRequest];
}
type Pairs = Stands[keyof Stands];

/** Members that only the host has. */
interface Own {
  Session: 'decisions' | 'partition' | 'request';
  WebContents:
    | 'applyZoom'
    | 'deliver'
    | 'edit'
    | 'loading'
    | 'navigationStarts'
    | 'page'
    | 'receiver'
    | 'reloadCrashed'
    | 'requestContextMenu'
    | 'requestNavigation'
    | 'requestOpen';
}
type OwnOf<Of> = Of extends keyof Own ? Own[Of] : never;

/** `unknown` has the type of what throws its name. */
type ExportFaults<Of extends Name> = unknown extends Host[Of]
  ? never
  : Of extends keyof Actual
    ? Faults<Of, Host[Of], Actual[Of], Pairs> | ConstructorFaults<Of, Host[Of], Actual[Of]>
    : `${Of} is unknown`;

type ConstructorFaults<Of extends string, Model, Wanted> = Model extends abstract new (
  ...args: never[]
) => unknown
  ? Faults<
      'new',
      Record<Of, (...args: Arguments<Model>) => void>,
      Record<Of, (...args: Arguments<Wanted>) => void>,
      Pairs
    >
  : never;

type Found =
  | { [Of in Name]: ExportFaults<Of> }[Name]
  | { [Of in keyof Stands]: Faults<`a ${Of}`, Stands[Of][0], Stands[Of][1], Pairs, OwnOf<Of>> }[keyof Stands];

/**
 * Differences that are wanted. A bookmark of the clipboard throws; what only Windows has is absent elsewhere; a menu item without an id, a role
 * or a submenu has `undefined` or null there, and its role in lower case, as in Electron, whatever its typings say.
 */
type Wanted =
  | 'a ClipboardItem.getType gives something else'
  | 'app.setToastActivatorCLSID is a function'
  | `a MenuItem.${'id' | 'role' | 'submenu'} has another type`;

/** The compiler names every other difference here. */
export type Differences = None<Exclude<Found, Wanted>>;
export type WantedNoMore = None<Exclude<Wanted, Found>>;
