/** The Doctor's verdicts on failed requests, the access matrix and its probes, and the incident timeline. */
import { z } from 'zod';
import { AccessMatrix, ProbeInput, ProbeProgress, ProbeResult } from '../model/access.ts';
import { InstantInput, MAX_CHARACTERS } from '../model/bounds.ts';
import { CauseEntry } from '../model/cause-entry.ts';
import { FailureGroup, FailurePage, FailureQuestion } from '../model/failure-group.ts';
import { IncidentTimeline } from '../model/incident.ts';
import { PastedReport } from '../model/pasted.ts';
import { Id } from '../model/primitives.ts';
import { callerEvent, event, mutation, Nothing, query } from './define.ts';

export const doctor = {
  /** The failures in the journal as failure groups, newest first. */
  failures: query(FailureQuestion, FailurePage),
  /** The failure group of one recorded exchange, with its diagnosis. */
  failure: query(z.strictObject({ exchangeId: Id }), FailureGroup),
  /** The catalogue of causes, which is the same for every connection. */
  causes: query(Nothing, z.array(CauseEntry)),
  access: query(z.strictObject({ connectionId: Id }), AccessMatrix),
  /** Fills the access matrix with one cheap read for each operation and credential; spends only the tokens that the input names. */
  probeAccess: mutation(ProbeInput, ProbeResult, { abortable: true }),
  /** The incidents in a range (epoch ms); null for the last 24 hours, as far as records go back. The answer's range is widened to whole bars. */
  incidents: query(
    z.strictObject({ connectionId: Id, range: z.strictObject({ from: InstantInput, until: InstantInput }).nullable() }),
    IncidentTimeline,
  ),
  /** Reads a pasted text in a thread of its own. The text is masked first; nothing is sent or stored. */
  readText: mutation(z.strictObject({ text: z.string().min(1).max(MAX_CHARACTERS.pastedText) }), PastedReport, {
    abortable: true,
  }),
  /** Asks for a file and reads it. Null when the person cancels the dialog. */
  readFile: mutation(Nothing, PastedReport.nullable(), { abortable: true }),
  /**
   * Reads a dropped file or a very long text, which the window sends in pieces of base64. The answer is null until the last piece. When `size`
   * (bytes) is above the limit, the first piece is answered with a report that says so.
   */
  readPiece: mutation(
    z.strictObject({
      id: Id,
      index: z.number().int().min(0).max(10_000),
      piece: z.string().max(MAX_CHARACTERS.filePiece),
      size: z.number().int().min(0),
      isLast: z.boolean(),
    }),
    PastedReport.nullable(),
    { abortable: true },
  ),
  onProbe: event(ProbeProgress),
  /** The progress of reading an input, sent to the window that passed it. `total` is null while it is unknown. */
  onReading: callerEvent(z.strictObject({ bytes: z.number().int(), total: z.number().int().nullable() })),
};
