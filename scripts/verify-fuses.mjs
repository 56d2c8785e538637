/** `node scripts/verify-fuses.mjs <binary or .app>…`: reads the fuses of a binary; exits with 1 when one has the wrong state. */
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { FUSES } from './lib/fuses.mjs';
import { say, stop } from './lib/project.mjs';

for (const binary of process.argv.slice(2)) {
  const wire = await getCurrentFuseWire(binary);
  for (const [fuse, wanted] of Object.entries(FUSES).filter(([key]) => /^\d+$/.test(key))) {
    if (wire[fuse] !== (wanted ? FuseState.ENABLE : FuseState.DISABLE)) {
      stop(`${binary}: fuse ${FuseV1Options[fuse]} is not ${wanted ? 'on' : 'off'}.`);
    }
  }
  say(`${binary}: all nine fuses are right`);
}
