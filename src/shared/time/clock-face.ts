/** Converts the machine's time to a connection's clock. It imports no schemas, because the window's first file imports it. */
import type { ClockFace } from '../model/primitives.ts';

/** Converts the machine's instant `machineNow` to the instant on a connection's clock, both in epoch ms. */
export function readClock(face: ClockFace, machineNow: number): number {
  return face.anchorVirtual + (machineNow - face.anchorMachine) * face.rate;
}
