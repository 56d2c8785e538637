/** Converts machine time to a connection's clock. Without schemas: the window's first file imports it. */
import type { ClockFace } from '../model/primitives.ts';

/** The instant on a connection's clock that corresponds to `machineNow`. */
export function readClock(face: ClockFace, machineNow: number): number {
  return face.anchorVirtual + (machineNow - face.anchorMachine) * face.rate;
}
