/** `node scripts/release-notes.mjs`: prints the part of CHANGELOG.md about the version in package.json, for the draft of a release. */
import { readFileSync } from 'node:fs';
import { inProject, say, stop } from './lib/project.mjs';
import { notesOf } from './lib/release-notes.mjs';

const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
const notes = notesOf(version);
if (notes === '') stop(`CHANGELOG.md has no part about ${version}.`);
say(notes);
