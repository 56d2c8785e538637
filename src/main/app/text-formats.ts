/** Applies the choice of formats to main's sentences: the person's, else the machine's. */
import { setTextFormats } from '../../shared/time/text-formats.ts';
import type { Preferences } from './preferences.ts';

/** Follows the choice. Returns a function that stops that. */
export function followFormats(locale: string, preferences: Pick<Preferences, 'get' | 'changed'>): () => void {
  const follow = ({ formats }: ReturnType<Preferences['get']>) =>
    setTextFormats({ locale: formats.locale ?? locale, clock: formats.clock });
  follow(preferences.get());
  return preferences.changed.subscribe(follow);
}
