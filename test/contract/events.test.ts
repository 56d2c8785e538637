/** Every event of the contract, from its source in main to a listener of the page. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Publish, publishAll, publisher, type Sources } from '../../src/main/ipc/publish.ts';
import { Emitter } from '../../src/main/platform/emitter.ts';
import { buildBridge } from '../../src/preload/bridge.ts';
import { channels, contract, declarations } from '../../src/shared/contract/index.ts';
import { FakeLog } from '../support/fake-log.ts';
import { IpcPair } from '../support/ipc-pair.ts';
import { sampleOf } from '../support/schema-sample.ts';
import { SequenceRandom } from '../support/sequence-random.ts';

const events = declarations().flatMap(({ declaration, ...rest }) =>
  declaration.kind === 'event' ? [{ ...rest, declaration }] : [],
);
const PLANTED = 'planted-7f3a-value';
type Listen = (listener: (payload: unknown) => void) => () => void;

/** The windows of these pairs, with ids from 1; the last is in front. */
const windowsOf = (...pairs: readonly IpcPair[]) => ({
  contents: () => pairs.map(({ contents }, index) => ({ ...contents, id: index + 1 })),
  front: () => pairs.at(-1)?.contents ?? null,
});

let pair: IpcPair;
let log: FakeLog;
let publish: Publish;

beforeEach(() => {
  pair = new IpcPair();
  log = new FakeLog();
  publish = publisher({ windows: windowsOf(pair), log, isLocked: () => false, random: new SequenceRandom() });
});

const listenTo = (area: string, name: string): Listen =>
  (buildBridge(pair.ipcRenderer, channels()) as unknown as Record<string, Record<string, Listen>>)[area]?.[
    name
  ] as Listen;

describe.each(events)('$channel', ({ area, name, channel, declaration }) => {
  it('reaches its listeners until they unsubscribe', () => {
    const heard: unknown[] = [];
    const stop = listenTo(area, name)((payload) => heard.push(payload));
    const payload = sampleOf(declaration.payload);
    publish(area, name as never, payload as never, 1);
    stop();
    publish(area, name as never, payload as never, 1);
    expect(heard).toEqual([payload]);
    expect(pair.listening(channel)).toBe(0);
  });

  it('is not sent when it does not match its schema, and its values are not logged', () => {
    const sample = sampleOf(declaration.payload);
    const bad = typeof sample === 'object' ? { ...sample, [PLANTED]: PLANTED } : { [PLANTED]: PLANTED };
    publish(area, name as never, bad as never, 1);
    expect(pair.crossed).toEqual([]);
    expect(log.entries).toHaveLength(1);
    expect(log.text).not.toContain(PLANTED);
  });
});

describe('publishing', () => {
  it('subscribes to every source and unsubscribes', () => {
    const emitters = events.map(({ area, name, declaration }) => ({ area, name, declaration, emitter: new Emitter() }));
    const sources: Record<string, Record<string, Emitter<unknown>>> = {};
    for (const { area, name, emitter } of emitters) sources[area] = { ...sources[area], [name]: emitter };
    const stop = publishAll(sources as unknown as Sources, publish);
    const emitAll = () => {
      for (const { emitter, declaration } of emitters) {
        const payload = sampleOf(declaration.payload);
        emitter.emit(declaration.to === 'caller' ? { callerId: 1, payload } : payload);
      }
    };
    emitAll();
    expect(pair.crossed.map(({ channel }) => channel).toSorted()).toEqual(events.map((e) => e.channel).toSorted());
    stop();
    emitAll();
    expect(pair.crossed).toHaveLength(events.length);
  });

  it('sends nothing without a window', () => {
    const silent = publisher({ windows: windowsOf(), log, isLocked: () => false, random: new SequenceRandom() });
    silent('app', 'onCommand', 'search');
    expect(log.entries).toEqual([]);
  });
});

describe('with several windows', () => {
  it.each(events)(
    '$channel reaches all of them, the one in front, or the one whose call it is about',
    ({ area, name, declaration }) => {
      const [behind, front] = [new IpcPair(), new IpcPair()];
      const toBoth = publisher({
        windows: windowsOf(behind, front),
        log,
        isLocked: () => false,
        random: new SequenceRandom(),
      });
      toBoth(area, name as never, sampleOf(declaration.payload) as never, 2);
      const isForOne = ['app.onCommand', 'app.onShowPage', 'doctor.onReading'].includes(`${area}.${name}`);
      expect([behind, front].map(({ crossed }) => crossed.length)).toEqual([isForOne ? 0 : 1, 1]);
    },
  );

  it('does not reach a window that is gone', () => {
    const [gone, left] = [new IpcPair(), new IpcPair()];
    const windows = windowsOf(gone, left);
    const contents = () => windows.contents().map((one) => ({ ...one, isDestroyed: () => one.id === 1 }));
    publisher({ windows: { ...windows, contents }, log, isLocked: () => false, random: new SequenceRandom() })(
      'app',
      'onPreferences',
      contract.app.onPreferences.payload.parse(sampleOf(contract.app.onPreferences.payload)),
    );
    expect(gone.crossed).toEqual([]);
  });
});
