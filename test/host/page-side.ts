/**
 * The page's half of the host. It runs before any script of the page, gives the preload bundle `require('electron')` and nothing else,
 * and carries messages. The host sends it to the page as text, so it uses nothing outside itself.
 */

import type { HostBridge } from './context-bridge.ts';

/** The host's function for the page: takes a kind of message and its packed content, resolves with packed text. */
type CallHost = (kind: string, packed: string) => Promise<string>;

export interface PageSettings {
  /** The preload runs only at hosts with this ending. */
  readonly originEnding: string;
  /** Name of the function through which the page reaches the host. */
  readonly binding: string;
  /** Name of the function through which the host reaches the page. */
  readonly receiver: string;
  readonly platform: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** A menu accelerator; the page compares it with each key press. */
export interface PageAccelerator {
  readonly id: string;
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

type Preload = (
  require: (id: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  process: unknown,
) => void;
type Listener = (event: unknown, ...args: unknown[]) => void;

export function installPreload(
  settings: PageSettings,
  pack: (value: unknown) => string,
  unpack: (text: string) => unknown,
  makeContextBridge: (isProxy: (value: object) => boolean) => HostBridge,
  preload: Preload,
): void {
  if (window !== window.top || !location.hostname.endsWith(settings.originEnding)) return;
  const globals = window as unknown as Record<string, unknown>;
  const callHost = globals[settings.binding] as CallHost;
  delete globals[settings.binding];

  const proxies = new WeakSet<object>();
  const noted = <Made extends object>(proxy: Made): Made => {
    proxies.add(proxy);
    return proxy;
  };
  const NativeProxy = Proxy;
  window.Proxy = new NativeProxy(NativeProxy, {
    construct: (target, args, newTarget) => noted(Reflect.construct(target, args, newTarget) as object),
    get: (target, key) => (key === 'revocable' ? revocable : Reflect.get(target, key)),
  });
  const revocable: ProxyConstructor['revocable'] = (target, handler) => {
    const pair = NativeProxy.revocable(target, handler);
    noted(pair.proxy);
    return pair;
  };

  const fail = (name: string): never => {
    throw new Error(`The Chromium host does not model ${name}.`);
  };
  const strict = <Target extends object>(name: string, target: Target): Target =>
    new Proxy(target, {
      get: (object, key) =>
        typeof key === 'symbol' || key in object || key === 'then' || key === '__esModule'
          ? Reflect.get(object, key)
          : fail(`${name}.${key}`),
    });

  // A page of https has them; a page of a custom scheme has them without effect, or not at all.
  const refuse = (target: object, ...names: string[]): void => {
    for (const name of names) {
      const use = (): never => fail(`${name} on a page of a custom scheme`);
      Object.defineProperty(target, name, { get: use, set: use, configurable: true });
    }
  };
  refuse(Document.prototype, 'cookie', 'domain');
  refuse(Navigator.prototype, 'serviceWorker', 'registerProtocolHandler');
  refuse(window, 'caches', 'cookieStore');

  const listeners = new Map<string, Listener[]>();
  const remove = (channel: string, listener: Listener): void => {
    const left = (listeners.get(channel) ?? []).filter((one) => one !== listener);
    if (left.length > 0) listeners.set(channel, left);
    else listeners.delete(channel);
  };
  const ipcRenderer = strict('ipcRenderer', {
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const answer = unpack(await callHost('invoke', pack({ channel, args }))) as
        | { value: unknown }
        | { thrown: string };
      if ('thrown' in answer) throw new Error(`Error invoking remote method '${channel}': ${answer.thrown}`);
      return answer.value;
    },
    send(channel: string, ...args: unknown[]): void {
      void callHost('send', pack({ channel, args }));
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    once(channel: string, listener: Listener) {
      const wrapped: Listener = (event, ...args) => {
        remove(channel, wrapped);
        listener(event, ...args);
      };
      return ipcRenderer.on(channel, wrapped);
    },
    off(channel: string, listener: Listener) {
      remove(channel, listener);
      return ipcRenderer;
    },
    removeListener(channel: string, listener: Listener) {
      remove(channel, listener);
      return ipcRenderer;
    },
    removeAllListeners(channel: string) {
      listeners.delete(channel);
      return ipcRenderer;
    },
  });
  let accelerators: PageAccelerator[] = [];
  Object.defineProperty(window, settings.receiver, {
    value: (channel: string | null, packed: string) => {
      if (channel === null) {
        accelerators = unpack(packed) as PageAccelerator[];
        return;
      }
      const args = unpack(packed) as unknown[];
      const event = strict('IpcRendererEvent', { sender: ipcRenderer, ports: [], defaultPrevented: false });
      for (const listener of listeners.get(channel) ?? []) listener(event, ...args);
    },
  });

  const bridge = makeContextBridge((value) => proxies.has(value));
  const contextBridge = strict('contextBridge', {
    exposeInMainWorld: (name: string, api: unknown): void => bridge.expose(window, name, api),
  });

  const electron = strict('electron', { contextBridge, ipcRenderer });
  const module = { exports: {} };
  const process = strict('process', {
    type: 'renderer',
    platform: settings.platform,
    versions: settings.versions,
    env: {},
    argv: [] as string[],
    sandboxed: true,
    contextIsolated: true,
  });
  preload(
    (id) => (id === 'electron' ? electron : fail(`require('${id}') in a sandboxed preload`)),
    module,
    module.exports,
    process,
  );

  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const reportColourScheme = (): Promise<string> => callHost('colour', pack({ dark: dark.matches }));
  dark.addEventListener('change', reportColourScheme);
  void reportColourScheme();
  void callHost('accelerators', pack(null)).then((packed) => {
    accelerators = unpack(packed) as PageAccelerator[];
  });

  window.addEventListener('keydown', (press) => {
    if (press.defaultPrevented || press.isComposing) return;
    const key = press.key.toLowerCase();
    const hit = accelerators.find(
      (one) =>
        one.key === key &&
        one.ctrl === press.ctrlKey &&
        one.meta === press.metaKey &&
        one.alt === press.altKey &&
        (one.shift === press.shiftKey || (!one.shift && key.length === 1 && !/[a-z0-9]/.test(key))),
    );
    if (!hit) return;
    press.preventDefault();
    void callHost('accelerator', pack({ id: hit.id }));
  });

  /** The params of Electron's `context-menu` that a page can tell. The browser's own menu stays: Electron has none. */
  window.addEventListener('contextmenu', (press) => {
    if (press.defaultPrevented) return;
    const target = press.composedPath()[0];
    const element = target instanceof Element ? target : null;
    const field = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null;
    // Boxes and buttons have no selection of text.
    const isTyped =
      field !== null && (field.selectionStart !== null || ['email', 'number', 'date'].includes(field.type));
    const isEditable = isTyped
      ? !field.disabled && !field.readOnly
      : element instanceof HTMLElement && element.isContentEditable;
    const isPassword = field?.type === 'password';
    const selectionText = isPassword
      ? ''
      : field && field.selectionStart !== null
        ? field.value.slice(field.selectionStart, field.selectionEnd ?? 0)
        : String(window.getSelection() ?? '');
    const hasSelection = selectionText !== '';
    void callHost(
      'context-menu',
      pack({
        ...{ x: press.clientX, y: press.clientY, isEditable, selectionText },
        linkURL: element?.closest('a')?.href ?? '',
        mediaType: element instanceof HTMLImageElement ? 'image' : 'none',
        misspelledWord: '',
        dictionarySuggestions: [],
        spellcheckEnabled: false,
        menuSourceType: press.button === 2 ? 'mouse' : 'keyboard',
        editFlags: {
          ...{ canUndo: isEditable, canRedo: isEditable, canPaste: isEditable, canDelete: isEditable && hasSelection },
          ...{ canCut: isEditable && hasSelection, canCopy: hasSelection, canSelectAll: true, canEditRichly: false },
        },
      }),
    );
  });

  window.open = (url?: string | URL) => {
    void callHost('open', pack({ url: new URL(String(url ?? ''), location.href).href }));
    return null;
  };
}

/**
 * Writes to the console when the frame with the first element of the selector was drawn: `mark` and the epoch milliseconds. A client that
 * looks from outside would slow the page down.
 */
export function reportDrawn(selector: string, mark: string): void {
  if (window !== window.top) return;
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    // The first frame draws the element; the next begins after it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => console.info(mark + (performance.timeOrigin + performance.now()))),
    );
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['title'] });
}
