import { expect, it } from 'vitest';
import { Preferences } from '../../../../src/main/app/preferences.ts';
import { storedAppearance } from '../../../../src/main/shell/appearance.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

it('keeps the size of the text across a restart, and replaces one that it does not know by the normal one', async () => {
  const document = new MemoryDocument<object>();
  await new Preferences(document).set({ textSize: 'extra' });
  expect(new Preferences(document).get().textSize).toBe('extra');
  expect(storedAppearance(document)).toEqual({ theme: 'system', textSize: 'extra' });
  await document.write({ textSize: 'huge' });
  expect(new Preferences(document).get().textSize).toBe('normal');
  expect(storedAppearance(document).textSize).toBe('normal');
});

it('keeps how dates are written across a restart, and replaces a locale that it does not know by the machine’s', async () => {
  const document = new MemoryDocument<object>();
  expect(new Preferences(document).get().formats).toEqual({ locale: null, clock: 'locale' });
  await new Preferences(document).set({ formats: { locale: 'it-IT' } });
  await new Preferences(document).set({ formats: { clock: 'h12' } });
  expect(new Preferences(document).get().formats).toEqual({ locale: 'it-IT', clock: 'h12' });
  await new Preferences(document).set({ formats: { locale: null } });
  expect(new Preferences(document).get().formats).toEqual({ locale: null, clock: 'h12' });
  await document.write({ formats: { locale: 'xx', clock: 'h12' } });
  expect(new Preferences(document).get().formats).toEqual({ locale: null, clock: 'locale' });
});

it('remembers the version whose news the person was told of; none at the first start', async () => {
  const document = new MemoryDocument<object>();
  expect(new Preferences(document).get().seenVersion).toBeNull();
  await new Preferences(document).set({ seenVersion: '0.2.0' });
  await new Preferences(document).set({ theme: 'dark' });
  expect(new Preferences(document).get().seenVersion).toBe('0.2.0');
});

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

it('keeps two choices that are stored at the same time', async () => {
  const document = new MemoryDocument<object>();
  const preferences = new Preferences(document);
  await Promise.all([preferences.set({ theme: 'dark' }), preferences.set({ textSize: 'large' })]);
  expect(preferences.get()).toMatchObject({ theme: 'dark', textSize: 'large' });
  expect(new Preferences(document).get()).toMatchObject({ theme: 'dark', textSize: 'large' });
});

it('forgets a choice that cannot be stored, and keeps the next', async () => {
  const document = new MemoryDocument<object>();
  const preferences = new Preferences(document);
  document.failWrites = true;
  const failed = preferences.set({ theme: 'dark' });
  await expect(failed).rejects.toThrow('no space left');
  document.failWrites = false;
  expect(await preferences.set({ textSize: 'large' })).toMatchObject({ theme: 'system', textSize: 'large' });
});
