/** While the app is locked, main answers the operations of the lock and publishes its events, and nothing else. */
import { beforeEach, describe, expect, it } from 'vitest';
import { publisher } from '../../src/main/ipc/publish.ts';
import { declarations } from '../../src/shared/contract/index.ts';
import { FakeLog } from '../support/fake-log.ts';
import { contractCalls, registerContract } from '../support/registered-contract.ts';
import { sampleOf } from '../support/schema-sample.ts';
import { SequenceRandom } from '../support/sequence-random.ts';

const { pair, handlers, lock, reset } = registerContract();
beforeEach(reset);

describe('while the app is locked', () => {
  it('no operation but those of the lock reaches its handler', async () => {
    lock.isLocked = true;
    const answered: string[] = [];
    let id = 0;
    for (const { area, channel, declaration } of contractCalls) {
      id += 1;
      const answer = await pair.ipcRenderer.invoke(channel, sampleOf(declaration.input), id);
      if (area === 'lock') answered.push(channel);
      else expect([channel, answer]).toEqual([channel, { ok: false, error: { code: 'locked' } }]);
    }
    expect(handlers.reached.map(({ channel }) => channel)).toEqual(answered);
    expect(answered).toContain('latchkey:lock.unlock');
  });

  it('no event but those of the lock is published', () => {
    const { contents } = pair;
    const sent: string[] = [];
    contents.send = (channel: string) => void sent.push(channel);
    let isLocked = true;
    const publish = publisher({
      ...{ windows: { contents: () => [contents], front: () => contents }, isLocked: () => isLocked },
      ...{ log: new FakeLog(), random: new SequenceRandom() },
    });
    const all = declarations().flatMap((one) =>
      one.declaration.kind === 'event' ? [{ ...one, ...one.declaration }] : [],
    );
    const publishAll = () => {
      for (const { area, name, payload } of all) publish(area, name as never, sampleOf(payload) as never, contents.id);
    };
    publishAll();
    expect(sent).toEqual(['latchkey:lock.onChanged']);
    isLocked = false;
    publishAll();
    expect(sent).toHaveLength(1 + all.length);
  });
});
