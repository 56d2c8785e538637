/** Both ends of Electron's IPC in memory. As in Electron, only structured clones pass, and a thrown error keeps only its message. */

import type { MessageSender } from '../../src/main/ipc/check-message.ts';
import type { SendingContents } from '../../src/main/ipc/publish.ts';
import type { IpcMainLike } from '../../src/main/ipc/register.ts';
import type { IpcRendererLike } from '../../src/preload/bridge.ts';

type Handler = (event: MessageSender, ...args: unknown[]) => Promise<unknown>;
type Listener = (event: unknown, payload: unknown) => void;
type MainListener = Parameters<IpcMainLike['on']>[1];

/** The id of the window's web contents. */
export const WINDOW_ID = 1;

/** The window's own page, in its main frame. */
export const OWN_PAGE: MessageSender = {
  sender: { id: WINDOW_ID },
  senderFrame: { url: 'app://bundle/', parent: null },
};

export class IpcPair {
  readonly #handlers = new Map<string, Handler>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #mainListeners = new Map<string, Set<MainListener>>();
  /** Everything that crossed, both ways, in order. */
  readonly crossed: { channel: string; direction: 'in' | 'out'; data: unknown }[] = [];
  /** When false, messages are not recorded and are cloned only once, as between two processes. */
  recordsMessages = true;
  /** The sender of messages of `ipcRenderer`. */
  from: MessageSender = OWN_PAGE;

  readonly ipcMain: IpcMainLike = {
    handle: (channel, handler) => {
      if (this.#handlers.has(channel)) throw new Error(`${channel} has a handler already`);
      this.#handlers.set(channel, handler);
    },
    removeHandler: (channel) => {
      this.#handlers.delete(channel);
    },
    on: (channel, listener) => {
      const listeners = this.#mainListeners.get(channel) ?? new Set();
      this.#mainListeners.set(channel, listeners.add(listener));
    },
    removeListener: (channel, listener) => {
      this.#mainListeners.get(channel)?.delete(listener);
    },
  };

  readonly ipcRenderer: IpcRendererLike = {
    invoke: (channel, ...args) => this.invoke(channel, ...args),
    send: (channel, ...args) => this.send(channel, ...args),
    on: (channel, listener) => {
      const listeners = this.#listeners.get(channel) ?? new Set();
      this.#listeners.set(channel, listeners.add(listener));
    },
    removeListener: (channel, listener) => {
      this.#listeners.get(channel)?.delete(listener);
    },
  };

  readonly contents: SendingContents & { readonly id: number } = {
    id: WINDOW_ID,
    isDestroyed: () => false,
    send: (channel, payload) => {
      const data = this.#record(channel, 'out', structuredClone(payload));
      for (const listener of this.#listeners.get(channel) ?? []) listener({}, data());
    },
  };

  /** Forgets what crossed and who sent it; handlers and listeners stay. */
  reset(): void {
    this.crossed.length = 0;
    this.from = OWN_PAGE;
  }

  /** Channels with a handler. */
  get channels(): string[] {
    return [...this.#handlers.keys()];
  }

  /** Listeners of a channel, on either side. */
  listening(channel: string): number {
    return (this.#listeners.get(channel)?.size ?? 0) + (this.#mainListeners.get(channel)?.size ?? 0);
  }

  /** Sends a one-way message with any arguments. */
  send(channel: string, ...args: unknown[]): void {
    const sent: unknown[] = structuredClone(args);
    this.#record(channel, 'in', sent);
    for (const listener of this.#mainListeners.get(channel) ?? []) listener(this.from, ...sent);
  }

  /** Sends any arguments, including those that the bridge never sends. */
  async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    const sent: unknown[] = structuredClone(args);
    this.#record(channel, 'in', sent);
    try {
      return this.#record(channel, 'out', structuredClone(await handler(this.from, ...sent)))();
    } catch (error) {
      throw new Error(error instanceof Error ? error.message : String(error));
    }
  }

  /** Records a message; returns a function that gives the other side the message, or a clone of a recorded message. */
  #record(channel: string, direction: 'in' | 'out', data: unknown): () => unknown {
    if (!this.recordsMessages) return () => data;
    this.crossed.push({ channel, direction, data });
    return () => structuredClone(data);
  }
}
