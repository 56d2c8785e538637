/** Builds the exports: the journal's worker writes exchanges into a file that a person chose. */
import type { Preferences } from '../desk/preferences.ts';
import type { HarRequest } from '../journal/export/exports.ts';
import type { Journal } from '../journal/journal.ts';
import type { PlatformKit } from '../platform/kit.ts';

export interface ExportParts {
  readonly kit: Pick<PlatformKit, 'versions'>;
  readonly journal: Pick<Journal, 'exportHar' | 'cancelExport' | 'exportProgress'>;
  readonly preferences: Pick<Preferences, 'get'>;
}

export function exportsOf({ kit, journal, preferences }: ExportParts) {
  return {
    har: (path: string, selection: HarRequest['selection']) => {
      const { keepGuests, keepTexts } = preferences.get().journal;
      return journal.exportHar({ path, selection, version: kit.versions.app, rules: { keepGuests, keepTexts } });
    },
    cancel: () => journal.cancelExport(),
    progress: journal.exportProgress,
  };
}
