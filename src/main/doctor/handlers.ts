/** The handlers of diagnoses, access, incidents and pasted material. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { AccessDesk } from './access/access-desk.ts';
import type { Doctor } from './doctor.ts';
import type { PasteDesk } from './paste-desk.ts';
import type { IncidentReader } from './timeline/incident-reader.ts';

export interface DoctorServices {
  readonly doctor: Doctor;
  readonly access: AccessDesk;
  readonly incidents: IncidentReader;
  readonly pasted: PasteDesk;
}

export const doctorHandlers = (
  { doctor, access, incidents, pasted }: DoctorServices,
  desktop: Desktop,
): HandlersOf<'doctor'> => ({
  failures: (input) => doctor.failures(input),
  failure: ({ exchangeId }) => doctor.failure(exchangeId),
  access: ({ connectionId }) => access.matrix(connectionId),
  probeAccess: (input, { signal }) => access.probe(input, signal),
  incidents: ({ connectionId, range }) => incidents.timeline(connectionId, range),
  readText: ({ text }, context) => pasted.readText(text, context),
  readFile: async (_nothing, context) => {
    const path = await desktop.openFile();
    return path === null ? null : pasted.readFile(path, context);
  },
  readPiece: (piece, context) => pasted.readPiece(piece, context),
});
