import { describe, expect, it } from 'vitest';
import { DialogLimit } from '../../../../src/main/platform/dialog-limit.ts';

/** A limit with a clock that the test moves. */
function limit() {
  const clock = { ms: 0 };
  const dialogs = new DialogLimit(() => clock.ms);
  let shown = 0;
  const answering = (answer: 'yes' | null) => async () => {
    shown += 1;
    return answer;
  };
  return { clock, dialogs, answering, shown: () => shown };
}

describe('DialogLimit', () => {
  it('shows no dialog while another is open, and the next one after it, also when it failed', async () => {
    const { dialogs, answering, shown } = limit();
    const open = Promise.withResolvers<'yes' | null>();
    const first = dialogs.show(() => open.promise);
    expect(await dialogs.show(answering('yes'))).toBeNull();
    expect(shown()).toBe(0);
    open.reject(new Error('the window closed'));
    await expect(first).rejects.toThrow('the window closed');
    expect(await dialogs.show(answering('yes'))).toBe('yes');
  });

  it('shows no more in a minute in which the person has declined three', async () => {
    const { clock, dialogs, answering, shown } = limit();
    for (let n = 0; n < 100; n += 1) {
      clock.ms += 500;
      expect(await dialogs.show(answering(null))).toBeNull();
    }
    expect(shown()).toBe(3);
    expect(await dialogs.show(answering('yes'))).toBeNull();
    clock.ms = 60_500;
    expect(await dialogs.show(answering('yes'))).toBe('yes');
  });

  it('shows any number of dialogs to a person who confirms them', async () => {
    const { dialogs, answering } = limit();
    for (let n = 0; n < 20; n += 1) expect(await dialogs.show(answering('yes'))).toBe('yes');
  });
});
