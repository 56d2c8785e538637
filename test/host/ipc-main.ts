/** Electron's `ipcMain`: handlers and listeners by channel; the page calls them through the binding. */
import { EventEmitter } from 'node:events';
import { modelled } from './not-modelled.ts';
import { pack, unpack } from './transport.ts';

type Handler = Parameters<Electron.IpcMain['handle']>[1];
interface Message {
  channel: string;
  args: unknown[];
}

const handlers = new Map<string, Handler>();

class IpcMain extends EventEmitter {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      handlers.delete(channel);
      return handler(event, ...args);
    });
  }
  removeHandler(channel: string): void {
    handlers.delete(channel);
  }
}
export const ipcMain = modelled('ipcMain', new IpcMain());

/** Runs the handler of an invoke. Returns the packed answer: a value, or the text of the error, as in Electron. */
export async function answerInvoke(event: object, packed: string): Promise<string> {
  const { channel, args } = unpack(packed) as Message;
  const handler = handlers.get(channel);
  if (!handler) return pack({ thrown: `Error: No handler registered for '${channel}'` });
  try {
    return pack({ value: await handler(event as Electron.IpcMainInvokeEvent, ...args) });
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error);
    return pack({ thrown: String(error) });
  }
}

/** Passes a one-way message to its listeners. */
export function acceptSend(event: object, packed: string): void {
  const { channel, args } = unpack(packed) as Message;
  ipcMain.emit(channel, event, ...args);
}
