/** `node tools/pack/verify-fuses.mjs <binary or .app>…`: reads the fuses of a binary; exits with 1 when one has the wrong state. */
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { say, stop } from '../../scripts/lib/project.mjs';
import { FUSES } from './fuses.mjs';

for (const binary of process.argv.slice(2)) {
  const wire = await getCurrentFuseWire(binary);
  for (const [fuse, wanted] of Object.entries(FUSES).filter(([key]) => /^\d+$/.test(key))) {
    if (wire[fuse] !== (wanted ? FuseState.ENABLE : FuseState.DISABLE)) {
      stop(`${binary}: fuse ${FuseV1Options[fuse]} is not ${wanted ? 'on' : 'off'}.`);
    }
  }
  say(`${binary}: all nine fuses are right`);
}
