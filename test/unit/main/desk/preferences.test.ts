import { expect, it } from 'vitest';
import { Preferences } from '../../../../src/main/desk/preferences.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

it('keeps the audience across a restart, and replaces one that it does not know by managers', async () => {
  const document = new MemoryDocument<object>();
  expect(new Preferences(document).get().audience).toBe('managers');
  await new Preferences(document).set({ audience: 'support' });
  expect(new Preferences(document).get().audience).toBe('support');
  await new Preferences(document).set({ theme: 'dark' });
  expect(new Preferences(document).get()).toMatchObject({ audience: 'support', theme: 'dark' });
  await document.write({ audience: 'owners' });
  expect(new Preferences(document).get().audience).toBe('managers');
});
