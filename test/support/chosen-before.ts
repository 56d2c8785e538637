/** Preferences that a person chose before a start of the built app. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Preferences } from '../../src/shared/model/app.ts';

/** Writes them into the data directory, unless it has preferences. The question of the first start is then answered. */
export function chosenBefore(userData: string, chosen: Partial<Preferences> = { audience: 'support' }): void {
  const folder = join(userData, 'store');
  const file = join(folder, 'preferences.json');
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify({ document: { welcomed: true, ...chosen } }), { mode: 0o600 });
}
