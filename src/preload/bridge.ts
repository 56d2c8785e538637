/** Builds `window.latchkey` from the contract: one function per operation, one subscription per event, on fixed channels. */
import type { Envelope } from '../shared/contract/define.ts';
import { type Bridge, declarations } from '../shared/contract/index.ts';

/** What is used of Electron's `ipcRenderer`. */
export interface IpcRendererLike {
  invoke(channel: string, input: unknown): Promise<unknown>;
  on(channel: string, listener: (event: unknown, payload: unknown) => void): unknown;
  removeListener(channel: string, listener: (event: unknown, payload: unknown) => void): unknown;
}

/** A call that main refused outright, or could not answer, is an error like any other. */
const NO_ANSWER: Envelope<never> = { ok: false, error: { code: 'internal', logId: 'no-answer' } };

/** The frozen bridge. The page can name neither a channel nor more than one argument, and never sees an IPC event object. */
export function buildBridge(ipc: IpcRendererLike): Bridge {
  const bridge: Record<string, Record<string, unknown>> = {};
  for (const { area, name, channel, declaration } of declarations()) {
    bridge[area] ??= {};
    bridge[area][name] = declaration.kind === 'event' ? subscription(ipc, channel) : call(ipc, channel);
  }
  for (const area of Object.values(bridge)) Object.freeze(area);
  return Object.freeze(bridge) as unknown as Bridge;
}

const call = (ipc: IpcRendererLike, channel: string) => (input: unknown) =>
  ipc.invoke(channel, input).catch(() => NO_ANSWER);

const subscription = (ipc: IpcRendererLike, channel: string) => (listener: (payload: unknown) => void) => {
  const forward = (_event: unknown, payload: unknown): void => listener(payload);
  ipc.on(channel, forward);
  return () => {
    ipc.removeListener(channel, forward);
  };
};
