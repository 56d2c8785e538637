/** The handlers of diagnoses, access and pasted material. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { AccessDesk } from './access/access-desk.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Doctor } from './doctor.ts';
import type { PasteDesk } from './paste-desk.ts';

export interface DoctorServices {
  readonly doctor: Doctor;
  readonly access: AccessDesk;
  readonly pasted: PasteDesk;
}

export const doctorHandlers = (
  { doctor, access, pasted }: DoctorServices,
  desktop: Desktop,
): Omit<HandlersOf<'doctor'>, 'incidents'> => ({
  failures: (input) => doctor.failures(input),
  failure: ({ exchangeId }) => doctor.failure(exchangeId),
  causes: () => [...CATALOGUE],
  access: ({ connectionId }) => access.matrix(connectionId),
  probeAccess: (input, { signal }) => access.probe(input, signal),
  readText: ({ text }, context) => pasted.readText(text, context),
  readFile: async (_nothing, context) => {
    const path = await desktop.openFile();
    return path === null ? null : pasted.readFile(path, context);
  },
  readPiece: (piece, context) => pasted.readPiece(piece, context),
});
