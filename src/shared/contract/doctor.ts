/** The Doctor's verdicts on refused requests, and the incident timeline. */
import { z } from 'zod';
import { InstantInput } from '../model/bounds.ts';
import { IncidentTimeline } from '../model/incident.ts';
import { Id } from '../model/primitives.ts';
import { Refusal } from '../model/refusal.ts';
import { query } from './define.ts';

export const doctor = {
  /** The last 401 and 403 of each operation of a connection, newest first. */
  refusals: query(z.strictObject({ connectionId: Id }), z.array(Refusal)),
  /** What happened in a range; null for the last 24 hours, as far as anything is recorded. The answer's range is in whole bars. */
  incidents: query(
    z.strictObject({
      connectionId: Id,
      range: z.strictObject({ from: InstantInput, until: InstantInput }).nullable(),
    }),
    IncidentTimeline,
  ),
};
