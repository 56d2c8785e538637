/** Builds the exports: the journal's exchanges into files that a person chose. */
import type { Preferences } from '../desk/preferences.ts';
import { Exports } from '../journal/export/exports.ts';
import type { JournalReader } from '../journal/export/selection.ts';
import type { PlatformKit } from '../platform/kit.ts';
import { PartFile } from '../platform/part-file.ts';

export interface ExportParts {
  readonly kit: Pick<PlatformKit, 'clock' | 'versions'>;
  readonly journal: JournalReader;
  readonly preferences: Pick<Preferences, 'get'>;
}

export function exportsOf({ kit, journal, preferences }: ExportParts): Exports {
  return new Exports({
    journal,
    clock: kit.clock,
    version: kit.versions.app,
    rules: () => ({ keepGuests: preferences.get().journal.keepGuests }),
    openFile: (path) => PartFile.open(path),
  });
}
