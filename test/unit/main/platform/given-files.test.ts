import { expect, it } from 'vitest';
import { GivenFiles } from '../../../../src/main/platform/given-files.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';

it('knows the newest files by ids, and no path', () => {
  const files = new GivenFiles(new SequenceRandom());
  const ids = Array.from({ length: 30 }, (_, index) => files.add(`/tmp/${index}.lksupport`));
  expect(files.path(ids.at(-1) ?? '')).toBe('/tmp/29.lksupport');
  expect([files.path(ids[0] ?? ''), files.path('/tmp/29.lksupport'), files.path('')]).toEqual([null, null, null]);
});
