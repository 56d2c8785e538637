/** Continues the sandbox's clock after a restart. The clock never steps back behind the stored time. */
import type { AdjustableClock } from '../platform/clock.ts';
import type { SandboxMemory } from './memory.ts';

/** How often the time is written while the clock runs faster, in the machine's milliseconds. */
export const HEARTBEAT_MS = 10_000;

/** The time of the machine's clock that an adjustable clock follows. */
export function machineTime(clock: AdjustableClock): number {
  const face = clock.face();
  return face.anchorMachine + (clock.now() - face.anchorVirtual) / face.rate;
}

export function clockRecord(clock: AdjustableClock, closed: boolean): SandboxMemory['clock'] {
  return { machine: machineTime(clock), virtual: clock.now(), rate: clock.face().rate, closed };
}

/**
 * Sets the clock after a restart. While the console was closed, the sandbox's time went on at the machine's rate. After a crash the stored time may
 * be up to one heartbeat old, so that time is added at the stored rate.
 */
export function resumeClock(clock: AdjustableClock, record: SandboxMemory['clock']): void {
  const elapsed = Math.max(0, machineTime(clock) - record.machine);
  const unwritten = record.closed ? 0 : Math.min(elapsed, 1.5 * HEARTBEAT_MS) * (record.rate - 1);
  const lead = record.virtual + elapsed + unwritten - clock.now();
  if (Math.abs(lead) >= 1) clock.skip(lead);
  if (record.rate !== clock.face().rate) clock.setRate(record.rate);
}
