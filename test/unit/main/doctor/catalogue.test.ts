import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../../src/main/doctor/catalogue.ts';
import { CauseId } from '../../../../src/shared/model/diagnosis.ts';

describe('the catalogue of causes', () => {
  it('has one entry for every cause, each with a section of the service', () => {
    const causes = CauseId.options.filter((cause) => cause !== 'nothingWrong' && cause !== 'notEnough');
    expect(CATALOGUE.map(({ cause }) => cause).toSorted()).toEqual(causes.toSorted());
    for (const { source, confirm } of CATALOGUE) {
      expect(source).toMatch(/^service\.md §\d/);
      expect(confirm).not.toBeNull();
    }
  });

  it('writes whole sentences, and advises a new token only where one helps', () => {
    for (const { cause, looks, remedy } of CATALOGUE) {
      for (const text of [looks, remedy]) expect(text, cause).toMatch(/^[A-Z].*\.$/s);
      if (!['tokenExpired', 'tokenUnknown'].includes(cause)) expect(remedy, cause).not.toMatch(/Request one new token/);
    }
  });
});
