/** Asks main for the window's first data while the page's code loads. The page's first call of the same operation receives the answer. */
import { type Channel, channelOf } from '../shared/contract/channels.ts';
import type { IpcRendererLike } from './bridge.ts';

const OPENING = channelOf('app', 'opening');
/** The id of the early call; the page counts its calls from 1. */
const EARLY_CALL = Number.MAX_SAFE_INTEGER;
/** The number of payloads of one event that are kept until the page listens. */
const MAX_KEPT = 100;

/**
 * Asks main for the first page's data before the page has loaded. Returns an IPC object that gives the page this answer on its first call, if the
 * input is the same.
 */
export function askEarly(
  ipc: IpcRendererLike,
  channels: readonly Channel[],
  question: { readonly connectionId: string | null },
): IpcRendererLike {
  // Events are kept from before the call on, so that none that follows the answer is missed.
  const kept = new Map(
    channels.flatMap(({ channel, isEvent }) => (isEvent ? [[channel, keepEvents(ipc, channel)]] : [])),
  );
  let early: Promise<unknown> | null = ipc.invoke(OPENING, question, EARLY_CALL);
  early.catch(() => {});
  return {
    invoke(channel, input, callId) {
      const answer = channel === OPENING ? early : null;
      if (answer === null) return ipc.invoke(channel, input, callId);
      early = null;
      return JSON.stringify(input) === JSON.stringify(question) ? answer : ipc.invoke(channel, input, callId);
    },
    send: (channel, callId) => ipc.send(channel, callId),
    on(channel, listener) {
      const missed = kept.get(channel)?.() ?? [];
      kept.delete(channel);
      ipc.on(channel, listener);
      for (const payload of missed) listener(null, payload);
    },
    removeListener: (channel, listener) => ipc.removeListener(channel, listener),
  };
}

/** Keeps the last payloads of an event, until the returned function is called, which returns them. */
function keepEvents(ipc: IpcRendererLike, channel: string): () => unknown[] {
  const payloads: unknown[] = [];
  const keep = (_event: unknown, payload: unknown): void => {
    payloads.push(payload);
    if (payloads.length > MAX_KEPT) payloads.shift();
  };
  ipc.on(channel, keep);
  return () => {
    ipc.removeListener(channel, keep);
    return payloads;
  };
}
