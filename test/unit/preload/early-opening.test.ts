import { beforeEach, expect, it } from 'vitest';
import { buildBridge } from '../../../src/preload/bridge.ts';
import { askEarly } from '../../../src/preload/early-opening.ts';
import { channelOf } from '../../../src/shared/contract/channels.ts';
import { channels } from '../../../src/shared/contract/index.ts';
import { IpcPair } from '../../support/ipc-pair.ts';

const OPENING = channelOf('app', 'opening');
const PENDING = channelOf('traffic', 'onPending');

const FIRST = { connectionId: null };

let pair: IpcPair;
/** How often main answered. */
let answered: number;
const open = () => buildBridge(askEarly(pair.ipcRenderer, channels(), FIRST), channels());

beforeEach(() => {
  pair = new IpcPair();
  answered = 0;
  pair.ipcMain.handle(OPENING, async () => {
    answered += 1;
    return { ok: true, value: answered };
  });
});

it('asks before the page does; the page’s first question takes that answer, a later one asks again', async () => {
  const bridge = open();
  expect(answered).toBe(1);
  expect(await bridge.app.opening(FIRST)).toEqual({ ok: true, value: 1 });
  expect(answered).toBe(1);
  expect(await bridge.app.opening(FIRST)).toEqual({ ok: true, value: 2 });
});

it('asks again when the page asks about another connection', async () => {
  const bridge = open();
  expect(await bridge.app.opening({ connectionId: 'conn-2' })).toEqual({ ok: true, value: 2 });
  expect(await bridge.app.opening(FIRST)).toEqual({ ok: true, value: 3 });
});

it('answers the page’s first question with an error when main did not answer', async () => {
  pair.ipcMain.removeHandler(OPENING);
  expect(await open().app.opening(FIRST)).toMatchObject({ ok: false, error: { code: 'internal' } });
});

it('keeps events for the first listener of the page, in their order', () => {
  const bridge = open();
  const heard: unknown[] = [];
  for (const revision of [1, 2]) pair.contents.send(PENDING, { revision });
  const stop = bridge.traffic.onPending((payload) => heard.push(payload));
  pair.contents.send(PENDING, { revision: 3 });
  expect(heard).toEqual([{ revision: 1 }, { revision: 2 }, { revision: 3 }]);
  const later: unknown[] = [];
  bridge.traffic.onPending((payload) => later.push(payload));
  expect(later).toEqual([]);
  stop();
});

it('keeps no more events than a page misses while its code loads', () => {
  const bridge = open();
  const heard: unknown[] = [];
  for (let revision = 0; revision < 1_000; revision += 1) pair.contents.send(PENDING, { revision });
  bridge.traffic.onPending((payload) => heard.push(payload));
  expect(heard).toHaveLength(100);
  expect(heard.at(-1)).toEqual({ revision: 999 });
});

it('listens to an event no longer when the page stops', () => {
  const bridge = open();
  bridge.traffic.onPending(() => {})();
  expect(pair.listening(PENDING)).toBe(0);
});
