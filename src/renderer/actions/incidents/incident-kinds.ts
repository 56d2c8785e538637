/** The name, tone and shape of each kind of incident, so that colour is never the only mark. */
import type { Incident } from '../../../shared/model/incident.ts';
import type { OutcomeClass } from '../../../shared/model/traffic.ts';
import type { Tone } from '../../ui/tag.tsx';

export type Shape = 'round' | 'person' | 'diamond' | 'cross' | 'block';

export interface IncidentLook {
  readonly name: string;
  readonly tone: Tone;
  readonly shape: Shape;
}

export function lookOf({ kind, by, status }: Incident): IncidentLook {
  if (kind === 'issuance')
    return by === 'person'
      ? { name: 'Token by a person', tone: 'info', shape: 'person' }
      : { name: 'Token by the app', tone: 'good', shape: 'round' };
  if (kind === 'foreign') return { name: 'Token of another client', tone: 'warn', shape: 'diamond' };
  if (kind === 'expiry') return { name: 'Token expired', tone: 'bad', shape: 'cross' };
  if (kind === 'setback') return { name: String(status), tone: status === 429 ? 'accent' : 'bad', shape: 'block' };
  if (kind === 'sleep') return { name: 'Sleep', tone: 'muted', shape: 'block' };
  if (kind === 'circuit') return { name: 'Circuit open', tone: 'warn', shape: 'block' };
  return { name: 'Restart', tone: 'info', shape: 'block' };
}

/** The rows of setbacks in the incident timeline, one for each status. */
export const SETBACK_ROWS: readonly {
  readonly outcome: OutcomeClass;
  readonly status: 401 | 403 | 429;
  readonly tone: Tone;
}[] = [
  { outcome: 'unauthorized', status: 401, tone: 'bad' },
  { outcome: 'forbidden', status: 403, tone: 'bad' },
  { outcome: 'tooMany', status: 429, tone: 'accent' },
];
