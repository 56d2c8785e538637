/** Builds `window.latchkey` from the contract: one function per operation, one subscription per event, on fixed channels. */
import { CANCEL_CHANNEL, type Channel } from '../shared/contract/channels.ts';
import type { Envelope, TakeCancel } from '../shared/contract/define.ts';
import type { Bridge } from '../shared/contract/index.ts';

/** The methods of Electron's `ipcRenderer` that the bridge uses. */
export interface IpcRendererLike {
  invoke(channel: string, input: unknown, callId: number): Promise<unknown>;
  send(channel: string, callId: number): void;
  on(channel: string, listener: (event: unknown, payload: unknown) => void): unknown;
  removeListener(channel: string, listener: (event: unknown, payload: unknown) => void): unknown;
}

/** The answer of a call that main rejected or could not answer. */
const NO_ANSWER: Envelope<never> = { ok: false, error: { code: 'internal', logId: 'no-answer' } };

/** Builds the frozen bridge. The page can choose neither a channel nor a call id, and never sees an IPC event object. */
export function buildBridge(ipc: IpcRendererLike, channels: readonly Channel[]): Bridge {
  const bridge: Record<string, Record<string, unknown>> = {};
  let calls = 0;
  const nextId = (): number => {
    calls += 1;
    return calls;
  };
  for (const { area, name, channel, isEvent } of channels) {
    bridge[area] ??= {};
    bridge[area][name] = isEvent ? subscription(ipc, channel) : call(ipc, channel, nextId);
  }
  for (const area of Object.values(bridge)) Object.freeze(area);
  return Object.freeze(bridge) as unknown as Bridge;
}

/** Sends the input with a new call id. A call is cancelled at most once, and never after its answer. */
const call =
  (ipc: IpcRendererLike, channel: string, nextId: () => number) =>
  (input: unknown, takeCancel: TakeCancel = () => {}) => {
    const id = nextId();
    let inFlight = true;
    const answer = ipc
      .invoke(channel, input, id)
      .catch(() => NO_ANSWER)
      .finally(() => {
        inFlight = false;
      });
    takeCancel(() => {
      if (inFlight) ipc.send(CANCEL_CHANNEL, id);
      inFlight = false;
    });
    return answer;
  };

const subscription = (ipc: IpcRendererLike, channel: string) => (listener: (payload: unknown) => void) => {
  const forward = (_event: unknown, payload: unknown): void => listener(payload);
  ipc.on(channel, forward);
  return () => {
    ipc.removeListener(channel, forward);
  };
};
