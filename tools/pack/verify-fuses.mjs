/**
 * `node tools/pack/verify-fuses.mjs <binary>…`: reads the fuses of each binary, in every slice of a universal one; exits with 1 when one has the wrong
 * state.
 */
import { readFileSync } from 'node:fs';
import { FuseV1Options } from '@electron/fuses';
import { say, stop } from '../../scripts/lib/project.mjs';
import { fusesIn, WANTED } from './fuses.mjs';

/** How a universal binary of macOS begins. */
const UNIVERSAL = 0xcafebabe;

for (const binary of process.argv.slice(2)) {
  const bytes = readFileSync(binary);
  const wires = fusesIn(bytes);
  const slices = bytes.length > 4 && bytes.readUInt32BE(0) === UNIVERSAL ? 2 : 1;
  if (wires.length !== slices) stop(`${binary}: ${wires.length} of ${slices} slices have fuses.`);
  for (const wire of wires) {
    const wrong = [...WANTED].findIndex((state, fuse) => wire[fuse] !== state);
    if (wire.length !== WANTED.length) stop(`${binary}: it has ${wire.length} fuses, not ${WANTED.length}.`);
    if (wrong !== -1) stop(`${binary}: fuse ${FuseV1Options[wrong]} is not ${WANTED[wrong] === '1' ? 'on' : 'off'}.`);
  }
  say(`${binary}: all nine fuses are right in ${slices} slice(s)`);
}
