import { describe, expect, it } from 'vitest';
import { TypedTexts } from '../../../../src/main/shell/typed-texts.ts';
import { MAX_ENTRIES } from '../../../../src/shared/model/bounds.ts';

describe('what is typed in a window', () => {
  it('is given once to the page that follows the end of its process, and to no other window', () => {
    const typed = new TypedTexts();
    typed.keep(1, 'note', '"late"');
    typed.keep(1, 'note', '"later"');
    typed.keep(1, 'sent', '"x"');
    typed.keep(1, 'sent', null);
    expect(typed.take(1)).toBeNull();
    typed.ended(1, 'stopped');
    typed.ended(2, 'stopped');
    expect(typed.take(2)).toEqual({ why: 'stopped', texts: [] });
    expect(typed.take(1)).toEqual({ why: 'stopped', texts: [{ key: 'note', value: '"later"' }] });
    typed.ended(1, 'locked');
    expect(typed.take(1)?.why).toBe('locked');
    expect(typed.take(1)).toBeNull();
    typed.ended(1, 'locked');
    typed.forget(1);
    expect(typed.take(1)).toBeNull();
  });

  it('is bounded in number and in size: the oldest goes', () => {
    const typed = new TypedTexts();
    for (let nth = 0; nth <= MAX_ENTRIES.page; nth += 1) typed.keep(1, `${nth}`, '""');
    typed.ended(1, 'stopped');
    const keys = typed.take(1)?.texts.map(({ key }) => key);
    expect([keys?.length, keys?.[0]]).toEqual([MAX_ENTRIES.page, '1']);
    for (const key of ['a', 'b', 'c', 'd']) typed.keep(2, key, 'x'.repeat(900_000));
    typed.ended(2, 'stopped');
    expect(typed.take(2)?.texts.map(({ key }) => key)).toEqual(['b', 'c', 'd']);
  });
});
