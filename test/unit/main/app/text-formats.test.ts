/** Sentences of main are written as the machine or the person chose. */
import { afterEach, expect, it } from 'vitest';
import { Preferences } from '../../../../src/main/app/preferences.ts';
import { followFormats } from '../../../../src/main/app/text-formats.ts';
import { atTime } from '../../../../src/main/shell/desktop-notices.ts';
import { counted } from '../../../../src/main/tasks/kinds/kind.ts';
import { setTextFormats } from '../../../../src/shared/time/text-formats.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

afterEach(() => setTextFormats({ locale: 'en-GB', clock: 'locale' }));

const afternoon = new Date(2026, 10, 21, 14, 5).getTime();
const written = () => [counted(1_234, 'listing'), atTime(afternoon).replace(/\u202F/, ' ')];

it('as the machine does, until the person chooses otherwise', async () => {
  const preferences = new Preferences(new MemoryDocument());
  const stop = followFormats('de-DE', preferences);
  expect(written()).toEqual(['1.234 listings', 'at 14:05']);
  await preferences.set({ formats: { locale: 'en-US' } });
  expect(written()).toEqual(['1,234 listings', 'at 2:05 PM']);
  await preferences.set({ formats: { clock: 'h23' } });
  expect(written()).toEqual(['1,234 listings', 'at 14:05']);
  await preferences.set({ formats: { locale: null, clock: 'h12' } });
  expect(written()).toEqual(['1.234 listings', 'at 02:05 PM']);
  stop();
});
