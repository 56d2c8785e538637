/** Lets the sentences of main follow the choice of formats: the person's, else the machine's. */
import { setTextFormats } from '../../shared/time/text-formats.ts';
import type { Preferences } from './preferences.ts';

/** Returns what ends it. */
export function followFormats(locale: string, preferences: Pick<Preferences, 'get' | 'changed'>): () => void {
  const follow = ({ formats }: ReturnType<Preferences['get']>) =>
    setTextFormats({ locale: formats.locale ?? locale, clock: formats.clock });
  follow(preferences.get());
  return preferences.changed.subscribe(follow);
}
