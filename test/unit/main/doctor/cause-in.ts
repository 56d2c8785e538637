/** The first verdict about a pasted text, as the window and the command line give it. */
import { knownServices } from '../../../../src/main/api/known-services.ts';
import { causeOf } from '../../../../src/main/doctor/diagnose.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';
import type { CauseId } from '../../../../src/shared/model/diagnosis.ts';

export const OPEN = 'https://open-api.guesty.com';
export const BOOKING = 'https://booking.guesty.com';
const READ_AT = Date.parse('2026-12-31T00:00:00Z');

/** `ask`: the text to send to the customer; null with a verdict. */
export function verdictIn(text: string): { cause: CauseId; confidence: number; ask: string | null } {
  const { cases, succeeded, ask } = reportOf(readPasted(text), knownServices(), READ_AT);
  const diagnosis = cases[0]?.diagnosis;
  if (!diagnosis) return { cause: succeeded > 0 ? 'nothingWrong' : 'notEnough', confidence: 0, ask };
  return { cause: causeOf(diagnosis), confidence: diagnosis.verdicts[0]?.confidence ?? 0, ask: diagnosis.ask };
}

export const causeIn = (text: string): CauseId => verdictIn(text).cause;
