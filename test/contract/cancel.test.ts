/** Aborting calls over both ends of IPC: every operation of the contract, whether it is abortable or not. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildBridge } from '../../src/preload/bridge.ts';
import { call } from '../../src/renderer/ipc/client.ts';
import type { Envelope, TakeCancel } from '../../src/shared/contract/define.ts';
import { CANCEL_CHANNEL, channels } from '../../src/shared/contract/index.ts';
import { FakeHandlers } from '../support/fake-handlers.ts';
import { untilAborted } from '../support/fake-main.ts';
import { OWN_PAGE, WINDOW_ID } from '../support/ipc-pair.ts';
import { settle } from '../support/manual-clock.ts';
import { contractCalls, registerContract } from '../support/registered-contract.ts';
import { sampleOf } from '../support/schema-sample.ts';

const CANCELLED = { ok: false, error: { code: 'cancelled' } };
const DEFAULT = FakeHandlers.SAMPLE;
const SEARCH = 'latchkey:availability.search';
type AnyCall = (input: unknown, takeCancel?: TakeCancel) => Promise<Envelope<unknown>>;

const { pair, handlers, log, pageGone, reset } = registerContract();

let bridge: Record<string, Record<string, AnyCall>>;
/** The ids of the cancel messages. */
const sentIds = () => pair.crossed.flatMap(({ channel, data }) => (channel === CANCEL_CHANNEL ? [data] : []));
const entry = (area: string, name: string): AnyCall => bridge[area]?.[name] as AnyCall;

beforeEach(() => {
  reset();
  bridge = buildBridge(pair.ipcRenderer, channels()) as unknown as typeof bridge;
  // An abortable handler waits for its signal; the others have none and answer at once.
  handlers.answer('*', (input, context) => (context ? untilAborted(input, context) : DEFAULT));
});

afterEach(() => {
  vi.unstubAllGlobals();
  // Ends the calls in flight.
  pageGone.emit(WINDOW_ID);
});

describe.each(contractCalls)('$channel, aborted', ({ area, name, channel, declaration }) => {
  const input = sampleOf(declaration.input);
  const ending = declaration.abortable ? CANCELLED : { ok: true };

  it('ends with `cancelled` or its answer, with one message, and leaves nothing behind', async () => {
    let cancel = () => {};
    const answer = entry(area, name)(input, (given) => {
      cancel = given;
    });
    cancel();
    cancel();
    expect(await answer).toMatchObject(ending);
    cancel();
    expect(sentIds()).toEqual([[1]]);
    // The id is free again.
    handlers.answer(channel, () => DEFAULT);
    expect(await pair.invoke(channel, input, 1)).toMatchObject({ ok: true });
    expect(log.entries).toEqual([]);
  });

  it('sends no message after the answer', async () => {
    handlers.answer(channel, () => DEFAULT);
    let cancel = () => {};
    const answer = await entry(area, name)(input, (given) => {
      cancel = given;
    });
    cancel();
    expect(answer).toMatchObject({ ok: true });
    expect(sentIds()).toEqual([]);
  });

  it('ends when its page goes away, if it is abortable, but not when another page does', async () => {
    const answer = entry(area, name)(input);
    const first = vi.fn();
    void answer.then(first);
    pageGone.emit(WINDOW_ID + 1);
    await settle();
    expect(first).toHaveBeenCalledTimes(declaration.abortable ? 0 : 1);
    pageGone.emit(WINDOW_ID);
    expect(await answer).toMatchObject(ending);
  });
});

describe('a cancel message', () => {
  const input = sampleOf(contractCalls.find(({ channel }) => channel === SEARCH)?.declaration.input as never);
  let answer: Promise<unknown>;
  let ended: boolean;
  beforeEach(async () => {
    ended = false;
    answer = pair.invoke(SEARCH, input, 5).finally(() => {
      ended = true;
    });
    await settle();
  });

  it.each([[[6]], [[]], [[null]], [['5']], [[-5]], [[5.5]], [[Number.NaN]], [[[5]]], [[{ id: 5 }]], [[5, 5]]])(
    'is ignored when it names no call: %j',
    async (args) => {
      pair.send(CANCEL_CHANNEL, ...args);
      await settle();
      expect(ended).toBe(false);
      pair.send(CANCEL_CHANNEL, 5);
      expect(await answer).toMatchObject(CANCELLED);
    },
  );

  it.each([
    ['another window', { ...OWN_PAGE, sender: { id: WINDOW_ID + 1 } }],
    ['a frame inside the page', { ...OWN_PAGE, senderFrame: { url: 'app://bundle/', parent: OWN_PAGE.senderFrame } }],
    ['another page', { ...OWN_PAGE, senderFrame: { url: 'https://elsewhere.example/', parent: null } }],
    ['a frame that is gone', { ...OWN_PAGE, senderFrame: null }],
  ])('from %s is ignored, and logged', async (_, stranger) => {
    pair.from = stranger;
    pair.send(CANCEL_CHANNEL, 5);
    await settle();
    expect(ended).toBe(false);
    expect(log.entries).toMatchObject([{ level: 'warn', fields: { channel: CANCEL_CHANNEL } }]);
    pair.from = OWN_PAGE;
    pair.send(CANCEL_CHANNEL, 5);
    expect(await answer).toMatchObject(CANCELLED);
  });

  it('cannot take the id of a call in flight for another', async () => {
    expect(await pair.invoke(SEARCH, input, 5)).toMatchObject({ ok: false, error: { code: 'invalidInput' } });
    expect(ended).toBe(false);
  });

  it('does not affect the calls of a new page in the same window', async () => {
    pageGone.emit(WINDOW_ID);
    const next = pair.invoke(SEARCH, input, 5);
    expect(await answer).toMatchObject(CANCELLED);
    pair.send(CANCEL_CHANNEL, 5);
    expect(await next).toMatchObject(CANCELLED);
  });
});

describe('the client of the renderer', () => {
  const input = { connectionId: 'c', applicationId: null };
  beforeEach(() => {
    vi.stubGlobal('window', { latchkey: bridge });
  });

  it('carries a signal to the handler, and throws `cancelled`', async () => {
    const controller = new AbortController();
    const answer = call('availability', 'search', input, controller.signal);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    expect(sentIds()).toHaveLength(1);
  });

  it('sends nothing when the signal is already aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(call('availability', 'search', input, controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(pair.crossed).toEqual([]);
  });

  it('no longer listens to the signal after the answer', async () => {
    handlers.answer(SEARCH, () => DEFAULT);
    const controller = new AbortController();
    await call('availability', 'search', input, controller.signal);
    controller.abort();
    expect(sentIds()).toEqual([]);
  });
});
