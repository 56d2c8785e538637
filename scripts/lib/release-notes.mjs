/** The part of CHANGELOG.md about a version. */
import { readFileSync } from 'node:fs';
import { inProject } from './project.mjs';

/** The lines under `## <version>`, or under `## Unreleased` while the version has no part; empty when there is neither. */
export function notesOf(version, text = readFileSync(inProject('CHANGELOG.md'), 'utf8')) {
  const parts = text.split(/^## /m).slice(1);
  const part = [version, 'Unreleased'].flatMap((name) => parts.filter((one) => isAbout(one, name)))[0];
  return part === undefined ? '' : part.slice(part.indexOf('\n')).trim();
}

const isAbout = (part, name) =>
  part
    .split('\n')[0]
    .replace(/[[\]]/g, '')
    .split(/ [-–—] /)[0]
    .trim() === name;
