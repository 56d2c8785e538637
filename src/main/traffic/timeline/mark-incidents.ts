/** Turns marks into incidents: a close and the start after it become one restart; a sleep ends when the computer woke. */
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { type NewIncident, NOTHING } from './incident-events.ts';
import type { Mark } from './marks.ts';

/** Makes the incidents of a list of marks, which is in the order of time. */
export function incidentsOfMarks(marks: readonly Mark[]): NewIncident[] {
  const incidents: NewIncident[] = [];
  let before: Mark | null = null;
  let slept: Mark | null = null;
  const open = new Map<string, Mark>();
  const end = (host: string, at: number) => {
    const opened = open.get(host);
    open.delete(host);
    if (opened) incidents.push(circuit(opened, at));
  };
  for (const mark of marks) {
    if (mark.kind === 'started') {
      // Circuits live in memory: they end with the process.
      for (const host of [...open.keys()]) end(host, before?.kind === 'closed' ? before.at : mark.at);
      incidents.push(restart(before, mark));
      slept = null;
    } else if (mark.kind === 'slept') slept = mark;
    else if (mark.kind === 'woke') {
      incidents.push(sleep(slept, mark));
      slept = null;
    } else if (mark.kind === 'circuitOpened' && mark.host !== null) {
      end(mark.host, mark.at);
      open.set(mark.host, mark);
    } else if (mark.kind === 'circuitClosed' && mark.host !== null) end(mark.host, mark.at);
    before = mark;
  }
  return [...incidents, ...[...open.values()].map((opened) => circuit(opened, null))];
}

function restart(before: Mark | null, started: Mark): NewIncident {
  const { at } = started;
  if (before === null) return { ...NOTHING, kind: 'restart', at, text: 'The app started' };
  if (before.kind !== 'closed' || before.at > at)
    return { ...NOTHING, kind: 'restart', at, text: 'The app started; it had not closed properly' };
  const text = `The app was closed for ${formatDuration(at - before.at)}`;
  return { ...NOTHING, kind: 'restart', at: before.at, until: at, text };
}

function sleep(slept: Mark | null, { at }: Mark): NewIncident {
  if (slept === null || slept.at > at) return { ...NOTHING, kind: 'sleep', at, text: 'The computer woke from sleep' };
  const text = `The computer slept for ${formatDuration(at - slept.at)}`;
  return { ...NOTHING, kind: 'sleep', at: slept.at, until: at, text };
}

function circuit({ at, host }: Mark, until: number | null): NewIncident {
  const isPast = until !== null && until >= at;
  const text = isPast
    ? `The circuit of ${host} was open for ${formatDuration(until - at)}`
    : `The circuit of ${host} opened`;
  return { ...NOTHING, kind: 'circuit', at, until: isPast ? until : null, text };
}
