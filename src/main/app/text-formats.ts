/** Applies the person's formats of numbers and times of day, else the machine's, to the sentences that main writes. */
import { setTextFormats } from '../../shared/time/text-formats.ts';
import type { Preferences } from './preferences.ts';

/** Applies the person's formats of numbers and times of day now and after each change of the preferences. Returns a function that unsubscribes. */
export function followFormats(locale: string, preferences: Pick<Preferences, 'get' | 'changed'>): () => void {
  const follow = ({ formats }: ReturnType<Preferences['get']>) =>
    setTextFormats({ locale: formats.locale ?? locale, clock: formats.clock });
  follow(preferences.get());
  return preferences.changed.subscribe(follow);
}
