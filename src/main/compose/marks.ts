/** Marks events that no exchange shows: starts, closes and sleeps of the console, and circuits that open and close. */

import type { PlatformKit } from '../platform/kit.ts';
import type { Clock } from '../platform/ports.ts';
import type { CircuitBreakers } from '../traffic/circuit-breakers.ts';
import type { Mark, Marks } from '../traffic/timeline/marks.ts';
import type { Vault } from '../vault/vault.ts';

export interface MarkedThings {
  readonly kit: Pick<PlatformKit, 'suspended' | 'resumed'>;
  readonly marks: Pick<Marks, 'add'>;
  readonly vault: Pick<Vault, 'snapshot'>;
  readonly clockOf: (connectionId: string) => Pick<Clock, 'now'>;
  readonly circuits: Pick<CircuitBreakers, 'changed' | 'openCircuits'>;
}

/**
 * Records marks for the incident timeline: one for the start of the app now, and one for each later event, such as a sleep. The returned function
 * stops this and records that the app closes.
 */
export function followMarks({ kit, marks, vault, clockOf, circuits }: MarkedThings): () => void {
  const mark = (connectionId: string, kind: Mark['kind'], host: string | null = null) =>
    marks.add({ kind, connectionId, at: clockOf(connectionId).now(), host });
  const markAll = (kind: Mark['kind']) => {
    for (const { id } of vault.snapshot().connections) mark(id, kind);
  };
  const open = new Map<string, ReadonlySet<string>>();
  const markCircuits = (connectionId: string) => {
    // A removed connection also closes its circuits; that is no event.
    if (!vault.snapshot().connections.some(({ id }) => id === connectionId)) return;
    const before = open.get(connectionId) ?? new Set<string>();
    const now = new Set(circuits.openCircuits(connectionId).map(({ host }) => host));
    open.set(connectionId, now);
    for (const host of now) if (!before.has(host)) mark(connectionId, 'circuitOpened', host);
    for (const host of before) if (!now.has(host)) mark(connectionId, 'circuitClosed', host);
  };
  markAll('started');
  const stops = [
    kit.suspended.subscribe(() => markAll('slept')),
    kit.resumed.subscribe(() => markAll('woke')),
    circuits.changed.subscribe(markCircuits),
  ];
  return () => {
    for (const stop of stops) stop();
    markAll('closed');
  };
}
