/** Electron's `Tray`, `Notification` and `nativeImage`: the host draws nothing and reports every call. */
import { EventEmitter } from 'node:events';
import type { Menu } from './menu.ts';
import { modelled, NotModelled } from './not-modelled.ts';
import { record } from './report.ts';

class Image {
  private readonly representations: Electron.AddRepresentationOptions[] = [];
  addRepresentation(representation: Electron.AddRepresentationOptions): void {
    const { dataURL } = representation;
    if (dataURL === undefined) throw new NotModelled('NativeImage.addRepresentation without a data URL');
    if (!dataURL.startsWith('data:image/png;base64,')) throw new Error('not a PNG in a data URL');
    this.representations.push(representation);
  }
  isEmpty(): boolean {
    return this.representations.length === 0;
  }
}
export const nativeImage = modelled('nativeImage', { createEmpty: () => modelled('NativeImage', new Image()) });

class TrayModel extends EventEmitter {
  private gone = false;
  constructor(image: Image | string) {
    super();
    if (typeof image === 'string') throw new NotModelled('a Tray with the path of its picture');
    record('tray', { empty: image.isEmpty() });
  }
  setToolTip(text: string): void {
    record('tray.setToolTip', text);
  }
  setContextMenu(menu: Menu | null): void {
    record('tray.setContextMenu', menu?.items.map(({ label, enabled, type }) => ({ label, enabled, type })) ?? null);
  }
  destroy(): void {
    this.gone = true;
    record('tray.destroy');
  }
  isDestroyed(): boolean {
    return this.gone;
  }
}

interface NotificationOptions {
  title?: string;
  body?: string;
}

class NotificationModel extends EventEmitter {
  private readonly given: NotificationOptions;
  constructor(given: NotificationOptions = {}) {
    super();
    this.given = given;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    const { title = '', body = '' } = this.given;
    record('notification', { title, body });
  }
  close(): void {
    this.emit('close');
  }
}

/** Wraps a class of Electron: instances and static members without a model throw their names. */
const constructed = <Class extends new (...args: never[]) => object>(name: string, model: Class): Class =>
  new Proxy(modelled(name, model), {
    construct: (_target, args) => modelled(name, Reflect.construct(model, args) as object),
  });
export const Tray = constructed('Tray', TrayModel);
export const Notification = constructed('Notification', NotificationModel);
