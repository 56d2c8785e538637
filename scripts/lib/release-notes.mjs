/** The part of CHANGELOG.md about a version. */
import { readFileSync } from 'node:fs';
import { changesOf } from '../../src/shared/text/changelog.ts';
import { inProject } from './project.mjs';

export const notesOf = (version) => changesOf(version, readFileSync(inProject('CHANGELOG.md'), 'utf8'));
