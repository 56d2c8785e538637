/** The locale in which the machine writes dates and numbers. */

/** The locale when the machine names none that is known. */
const FALLBACK = 'en-GB';

/** Returns the first locale that `Intl` has data for, without extensions. Systems may also report names such as "C", "" or "de_DE.UTF-8". */
export function machineLocale(names: readonly string[]): string {
  for (const name of names) {
    const tag = name.replace(/[.@].*$/, '').replaceAll('_', '-');
    try {
      const [known] = Intl.DateTimeFormat.supportedLocalesOf(tag);
      if (known === undefined) continue;
      const { language, script, region } = new Intl.Locale(known);
      return [language, script, region].filter(Boolean).join('-');
    } catch {
      // Not a language tag.
    }
  }
  return FALLBACK;
}
