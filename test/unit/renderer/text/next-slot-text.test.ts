import { expect, it } from 'vitest';
import { nextSlotText } from '../../../../src/renderer/text/quota-text.ts';
import { tokenFixture } from '../../../support/fixtures.ts';

const now = new Date(2026, 5, 10, 12).getTime();
const quota = { ...tokenFixture().quota, nextSlotAt: now + 3 * 3_600_000 };

it('says when the next slot comes and who says so', () => {
  expect(nextSlotText(quota, now)).toBe('Next slot today 15:00, in 3 h (assuming a rolling 24 h window).');
  expect(nextSlotText({ ...quota, nextSlotAt: null }, now)).toBe('All slots are free.');
});

it('knows that the first token of an application took no slot', () => {
  expect(nextSlotText({ ...quota, unit: 'renewals', limit: 3, used: 0, remaining: 3 }, now)).toBe(
    'All slots are free.',
  );
});
