/** Documents in the data directory before a start of the built app, such as the preferences that a person chose. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Preferences } from '../../src/shared/model/app.ts';

/** Writes a document into the data directory, unless it has one of this name. */
export function documentBefore(userData: string, name: string, document: object): void {
  const folder = join(userData, 'store');
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify({ document }), { mode: 0o600 });
}

/** Writes preferences, unless there are some. The question of the first start is then answered. */
export const chosenBefore = (userData: string, chosen: Partial<Preferences> = { audience: 'support' }): void =>
  documentBefore(userData, 'preferences', { welcomed: true, ...chosen });
